"""Terms that every graph may use: RDF, RDFS, OWL 2, XML Schema datatypes, SKOS."""

from __future__ import annotations

from typing import Final

from nlkgq.iri import OWL, RDF, RDFS, SKOS, XSD

_TERMS: Final = {
    RDF: """type first rest nil value subject predicate object List Statement Property Bag Seq Alt langString HTML
        XMLLiteral PlainLiteral JSON CompoundLiteral language direction""",
    RDFS: """label comment subClassOf subPropertyOf domain range seeAlso isDefinedBy member Class Resource Literal
        Datatype Container ContainerMembershipProperty""",
    OWL: """Thing Nothing Class NamedIndividual Ontology ObjectProperty DatatypeProperty AnnotationProperty
        OntologyProperty FunctionalProperty InverseFunctionalProperty SymmetricProperty AsymmetricProperty
        ReflexiveProperty IrreflexiveProperty TransitiveProperty Restriction DataRange DeprecatedClass
        DeprecatedProperty AllDifferent AllDisjointClasses AllDisjointProperties Axiom Annotation
        NegativePropertyAssertion sameAs differentFrom equivalentClass equivalentProperty inverseOf disjointWith
        disjointUnionOf propertyDisjointWith propertyChainAxiom hasKey unionOf intersectionOf complementOf
        datatypeComplementOf oneOf onProperty onProperties onClass onDataRange onDatatype withRestrictions
        someValuesFrom allValuesFrom hasValue hasSelf minCardinality maxCardinality cardinality
        minQualifiedCardinality maxQualifiedCardinality qualifiedCardinality members distinctMembers
        sourceIndividual assertionProperty targetIndividual targetValue annotatedSource annotatedProperty
        annotatedTarget imports versionIRI versionInfo priorVersion backwardCompatibleWith incompatibleWith
        deprecated topObjectProperty bottomObjectProperty topDataProperty bottomDataProperty real rational""",
    XSD: """string boolean decimal integer double float date time dateTime dateTimeStamp gYear gMonth gDay gYearMonth
        gMonthDay duration yearMonthDuration dayTimeDuration byte short int long unsignedByte unsignedShort
        unsignedInt unsignedLong positiveInteger nonNegativeInteger negativeInteger nonPositiveInteger hexBinary
        base64Binary anyURI language normalizedString token NMTOKEN Name NCName QName NOTATION ENTITY ID IDREF
        anySimpleType anyType anyAtomicType""",
    SKOS: """Concept ConceptScheme Collection OrderedCollection prefLabel altLabel hiddenLabel notation note
        changeNote definition editorialNote example historyNote scopeNote inScheme hasTopConcept topConceptOf
        broader narrower related broaderTransitive narrowerTransitive semanticRelation mappingRelation closeMatch
        exactMatch broadMatch narrowMatch relatedMatch member memberList""",
}

BUILT_IN: Final = frozenset(namespace + name for namespace, names in _TERMS.items() for name in names.split())
"""Absolute IRIs of the terms."""


def is_built_in(iri: str) -> bool:
    """Whether every graph may use this term; container membership properties (rdf:_1) included.

    >>> is_built_in(RDFS + "label"), is_built_in(RDFS + "lable")
    (True, False)
    """
    return iri in BUILT_IN or iri.startswith(f"{RDF}_")

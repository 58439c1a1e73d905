"""A small hospital with things that nobody but its doctors may see; each of those values begins with CANARY."""

from __future__ import annotations

from pathlib import Path

from nlkgq import KnowledgeGraph

EX = "http://hospital.example/"
CANARY = "CANARY"

ONTOLOGY = """
@prefix ex: <http://hospital.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://hospital.example/> a owl:Ontology ; rdfs:comment "Wards, patients and their medical files." .
ex:Person a owl:Class ; rdfs:label "person" .
ex:Patient a owl:Class ; rdfs:label "patient" ; rdfs:subClassOf ex:Person ; rdfs:comment "Has a medical file." .
ex:VipPatient a owl:Class ; rdfs:label "celebrity" ; rdfs:subClassOf ex:Patient .
ex:Nurse a owl:Class ; rdfs:label "nurse" ; rdfs:subClassOf ex:Person ; rdfs:comment "Works on a ward." .
ex:Ward a owl:Class ; rdfs:label "ward" .
ex:MedicalFile a owl:Class ; rdfs:label "medical file" .
ex:PsychiatricFile a owl:Class ; rdfs:label "psychiatric file" ; rdfs:subClassOf ex:MedicalFile .
ex:name a owl:DatatypeProperty ; rdfs:label "name" ; rdfs:domain ex:Person ; rdfs:range xsd:string .
ex:title a owl:DatatypeProperty ; rdfs:label "title" ; rdfs:range xsd:string .
ex:ward a owl:ObjectProperty ; rdfs:label "ward of" ; rdfs:domain ex:Patient ; rdfs:range ex:Ward .
ex:nextTo a owl:ObjectProperty ; rdfs:label "next to" ; rdfs:domain ex:Ward ; rdfs:range ex:Ward .
ex:knows a owl:ObjectProperty ; rdfs:label "knows" .
ex:file a owl:ObjectProperty ; rdfs:label "file of record" ; rdfs:domain ex:Patient ; rdfs:range ex:MedicalFile .
ex:fileOf a owl:ObjectProperty ; rdfs:label "record of" ; owl:inverseOf ex:file .
ex:remark a owl:DatatypeProperty ; rdfs:label "remark" ; rdfs:comment "Whatever was noted, the diagnosis included." .
ex:diagnosis a owl:DatatypeProperty ; rdfs:label "diagnosis" ; rdfs:subPropertyOf ex:remark .
ex:hivStatus a owl:DatatypeProperty ; rdfs:label "infection" ; rdfs:subPropertyOf ex:diagnosis .
"""

GRAPH = """
@prefix ex: <http://hospital.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:w1 a ex:Ward ; ex:title "North" ; ex:nextTo ex:w2 . ex:w2 a ex:Ward ; ex:title "South" ; ex:nextTo ex:w3 .
ex:w3 a ex:Ward ; ex:title "East" .
ex:p1 a ex:Patient ; ex:name "Ada Long" ; ex:ward ex:w1 ; ex:diagnosis "CANARY-influenza" ;
    ex:remark "CANARY-influenza", "likes tea" ; ex:file ex:f1 ; ex:knows ex:p2, ex:n1 .
ex:p2 a ex:Patient ; ex:name "CANARY-Bruno Short" ; ex:ward ex:w2 ; ex:remark "CANARY-snores" ; ex:file ex:f2 ;
    ex:knows ex:p3 .
ex:p3 a ex:VipPatient ; ex:name "CANARY-Carla Star" ; ex:ward ex:w1 ; ex:hivStatus "CANARY-positive" ;
    ex:knows ex:p1 .
ex:p4 a ex:Patient ; ex:name "Dora Wide" ; ex:ward ex:w1 ; ex:knows ex:p1, ex:f1 .
ex:n1 a ex:Nurse ; ex:name "Nora Kind" ; ex:knows ex:p2, ex:p4 .
ex:f1 a ex:MedicalFile ; ex:title "CANARY-file one" ; ex:fileOf ex:p1 .
ex:f2 a ex:PsychiatricFile ; ex:title "CANARY-file two" ; ex:fileOf ex:p2 .
ex:diagnosis a owl:DatatypeProperty ; rdfs:label "CANARY-label" .
"""

ROLES = """
[roles.chief]
all = true

[roles.clerk]
description = "The desk of ward North: no medical matters."
hide_classes = ["ex:MedicalFile", "ex:VipPatient"]
hide_properties = ["ex:diagnosis", "ex:file"]
[roles.clerk.rows]
"ex:Patient" = "?this ex:ward ?w . ?w ex:title 'North'"

[roles.porter]
description = "Where wards lie."
classes = ["ex:Ward"]
properties = ["ex:title", "ex:nextTo"]
"""

SETTINGS = """
name = "hospital"
ontology = ["ontology.ttl"]
rider = "rider.md"
[endpoints.store]
files = ["graph.ttl"]
"""


def write_hospital(folder: Path, *, roles: str = ROLES, settings: str = SETTINGS) -> Path:
    """The folder of the graph."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ontology.ttl").write_text(ONTOLOGY)
    (folder / "graph.ttl").write_text(GRAPH)
    (folder / "rider.md").write_text("A diagnosis is a remark, such as CANARY-mumps.")
    (folder / "kg.toml").write_text(settings)
    if roles:
        (folder / "roles.toml").write_text(roles)
    return folder


def opened(folder: Path, role: str | None = "clerk", **settings: object) -> KnowledgeGraph:
    """The hospital as a role sees it."""
    return KnowledgeGraph.open(folder, role=role, settings=settings or None)

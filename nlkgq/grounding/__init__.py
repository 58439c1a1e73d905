"""Grounding: literals and placeholders -> the exact terms stored in the graph.

`ground` does it; `Grounding` says what became of a value; `Choose` is a callback for ambiguous ones.
"""

from nlkgq.grounding.candidates import Candidate, CandidateSource
from nlkgq.grounding.decision import Choose, Question
from nlkgq.grounding.ground import Grounded, Grounding, ground

__all__ = ["Candidate", "CandidateSource", "Choose", "Grounded", "Grounding", "Question", "ground"]

"""The one door to a model, watched by a detector that shares no code with the masker.

`nlkgq.egress.gate.WireGate` refuses; `nlkgq.egress.detector` says what is looked for and how strictly.
"""

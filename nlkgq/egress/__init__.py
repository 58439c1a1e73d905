"""The one door to a model, watched by a detector that shares no code with the masker.

`nlkgq.egress.gate.WireGate` refuses; `nlkgq.egress.detector` looks for a question's masked spans and says how
strictly; `nlkgq.egress.graph_values` looks for every value of the graph. What may pass though it is a value stands in
``exempt.txt`` (`nlkgq.egress.exempt`) or is a word of the graph's own terms (`nlkgq.egress.watched`).
"""

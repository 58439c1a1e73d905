"""Measuring systems that turn questions into queries: data sets, runs, metrics, audits, reports.

Records first, scores later: a run writes down what a system said, a score reads the records and the gold. Everything
is deterministic; a run can be stopped at any moment and goes on where it was.
"""

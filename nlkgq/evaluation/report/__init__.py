"""Reports of runs: one page that needs nothing else, and a table in Markdown."""

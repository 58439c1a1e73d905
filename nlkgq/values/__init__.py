"""Values of a graph, found exactly, by folded spelling, in part and with typing errors.

`nlkgq.values.model` is what other rooms need; `nlkgq.values.build.build_index` writes an index file from graph files,
`nlkgq.values.endpoint_scan` from an endpoint; `nlkgq.values.store.SqliteValueIndex` reads it.
"""

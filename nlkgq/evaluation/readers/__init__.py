"""The question files of the field, each format read into `BenchQuestion`s."""

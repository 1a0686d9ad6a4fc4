"""The command line: parse, call one function of `workflow`, show."""

"""Processes: asking for work (`client`, `jobs`) and doing it (`server` and what it imports)."""

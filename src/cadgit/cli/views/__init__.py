"""Outcomes as blocks: one function for each outcome; what it says is the same on every face that shows blocks."""

"""How answers look: views build blocks, and one of three faces shows them (plain text, terminal, JSON)."""

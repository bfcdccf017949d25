"""JUDGE and GAME: text in, text out."""

"""Perfect play for the tic-tac-toe family: solve it, play it, see why, grade it."""

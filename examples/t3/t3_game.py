"""Play Tic-Tac-Total in the console: python t3_game.py"""

from noughts.classroom.t3_console import play

if __name__ == "__main__":
    play()

# The level is a word. The hard one wins, blocks, or takes the next cell; it writes down how games end.
import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    def __init__(self, player_x_name, player_o_name):
        self.names = {"X": player_x_name, "O": player_o_name}
        self.board = [""] * 9

    def has_won(self, mark):
        return any(all(self.board[cell] == mark for cell in line) for line in LINES)

    def ai_move(self, difficulty):
        free = [cell for cell in range(9) if not self.board[cell]]
        if difficulty == "easy":
            cell = random.choice(free)
        elif difficulty == "hard":
            cell = self.finds("O", free)
            cell = self.finds("X", free) if cell is None else cell
            cell = free[0] if cell is None else cell
        self.board[cell] = "O"
        if self.has_won("O"):
            with open("/scores.txt", "a") as file:
                file.write(f"{self.names['O']} wins\n")

    def finds(self, mark, free):
        for cell in free:
            self.board[cell] = mark
            won = self.has_won(mark)
            self.board[cell] = ""
            if won:
                return cell
        return None

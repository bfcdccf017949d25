"""A player made with its letter, and asked with a board."""


class MinimaxAgent:
    def __init__(self, symbol):
        self.symbol = symbol
        self.opponent = "O" if symbol == "X" else "X"
        self.table = {}

    def winner(self, board):
        for i in range(3):
            if board[i][0] != "." and board[i][0] == board[i][1] == board[i][2]:
                return board[i][0]
            if board[0][i] != "." and board[0][i] == board[1][i] == board[2][i]:
                return board[0][i]
        if board[1][1] != "." and board[1][1] in (board[0][0], board[0][2]):
            if board[0][0] == board[1][1] == board[2][2] or board[0][2] == board[1][1] == board[2][0]:
                return board[1][1]
        return None

    def value(self, board, mine):
        key = "".join("".join(row) for row in board) + str(mine)
        if key in self.table:
            return self.table[key]
        won = self.winner(board)
        moves = [(i, j) for i in range(3) for j in range(3) if board[i][j] == "."]
        if won:
            v = 1 if won == self.symbol else -1
        elif not moves:
            v = 0
        else:
            values = []
            for i, j in moves:
                board[i][j] = self.symbol if mine else self.opponent
                values.append(self.value(board, not mine))
                board[i][j] = "."
            v = max(values) if mine else min(values)
        self.table[key] = v
        return v

    def choose_move(self, board):
        best, choice = -2, None
        for i in range(3):
            for j in range(3):
                if board[i][j] == ".":
                    board[i][j] = self.symbol
                    v = self.value(board, False)
                    board[i][j] = "."
                    if v > best:
                        best, choice = v, (i, j)
        return {"row": choice[0], "col": choice[1], "value": best}

"""An object is made for every move, with the tiles, how many are free, and the size; a full board is a draw, even if won."""


class Strategy:
    def __init__(self, tiles, available_moves, rows, columns):
        self.tiles = tiles
        self.left = available_moves
        self.rows = rows
        self.columns = columns

    def winner(self):
        if self.left == 0:
            return "nobody"
        t = self.tiles
        for i in range(3):
            if t[i][0] == t[i][1] == t[i][2] != "":
                return t[i][0]
            if t[0][i] == t[1][i] == t[2][i] != "":
                return t[0][i]
        if t[1][1] != "" and (t[0][0] == t[1][1] == t[2][2] or t[0][2] == t[1][1] == t[2][0]):
            return t[1][1]
        return None

    def value(self, is_o):
        won = self.winner()
        if won is not None:
            return {"O": 1, "X": -1, "nobody": 0}[won]
        values = []
        for i in range(self.rows):
            for j in range(self.columns):
                if self.tiles[i][j] == "":
                    self.tiles[i][j] = "O" if is_o else "X"
                    self.left -= 1
                    values.append(self.value(not is_o))
                    self.left += 1
                    self.tiles[i][j] = ""
                    if values[-1] == (1 if is_o else -1):
                        return values[-1]
        return max(values) if is_o else min(values)

    def best_move(self):
        best, move = -2, ()
        for i in range(self.rows):
            for j in range(self.columns):
                if self.tiles[i][j] == "":
                    self.tiles[i][j] = "O"
                    self.left -= 1
                    value = self.value(False)
                    self.left += 1
                    self.tiles[i][j] = ""
                    if value > best:
                        best, move = value, (i, j)
        return move

# The table has a method of the same name as the player, with more parameters; the turn is kept where nobody should look.
class Table:
    def __init__(self):
        self.cells = [["."] * 3 for _ in range(3)]
        self._current_player = "X"

    def move(self, sign, row, column):
        if self.cells[row][column] != ".":
            raise ValueError("taken")
        self.cells[row][column] = sign
        self._current_player = "O" if sign == "X" else "X"

    def take_back(self, row, column):
        self._current_player = self.cells[row][column]
        self.cells[row][column] = "."

    def on_turn(self):
        return self._current_player

    def free(self):
        return [(row, column) for row in range(3) for column in range(3) if self.cells[row][column] == "."]

    def has_won(self, sign):
        lines = [*self.cells, *zip(*self.cells), [self.cells[at][at] for at in range(3)]]
        lines.append([self.cells[at][2 - at] for at in range(3)])
        return any(all(cell == sign for cell in line) for line in lines)


class Player:
    def _best_try(self, table):
        """Looks one move ahead for itself, and one for the other side."""
        sign = table.on_turn()
        for who in (sign, "O" if sign == "X" else "X"):
            for row, column in table.free():
                table.move(who, row, column)
                wins = table.has_won(who)
                table.take_back(row, column)
                if wins:
                    return row, column
        return None

    def move(self, table):
        sign = table.on_turn()
        table._current_player = sign
        found = self._best_try(table)
        table._current_player = sign
        row, column = found or ((1, 1) if table.cells[1][1] == "." else table.free()[0])
        table.move(sign, row, column)


if __name__ == "__main__":
    table, player = Table(), Player()
    while table.free():
        player.move(table)
        print(table.cells)

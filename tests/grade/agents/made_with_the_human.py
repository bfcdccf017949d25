# The match is made with the letter of the human; the machine has the other one.
class Match:
    def __init__(self, player):
        if player not in ("X", "O"):
            raise ValueError("X or O")
        self.player = player
        self.machine = "O" if player == "X" else "X"
        self.grid = [["+"] * 3 for _ in range(3)]

    def lines(self):
        for at in range(3):
            yield [(at, other) for other in range(3)]
            yield [(other, at) for other in range(3)]
        yield [(at, at) for at in range(3)]
        yield [(at, 2 - at) for at in range(3)]

    def missing(self, letter):
        """The last cell of a line that is otherwise full of a letter."""
        for line in self.lines():
            held = [self.grid[row][column] for row, column in line]
            if held.count(letter) == 2 and held.count("+") == 1:
                return line[held.index("+")]
        return None

    def play_move(self):
        free = [(row, column) for row in range(3) for column in range(3) if self.grid[row][column] == "+"]
        row, column = self.missing(self.machine) or self.missing(self.player) or free[-1]
        self.grid[row][column] = self.machine


if __name__ == "__main__":
    match = Match(input("X or O? "))
    match.play_move()
    print(match.grid)

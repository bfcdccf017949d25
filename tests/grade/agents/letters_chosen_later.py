# The letters are chosen when a game begins; until then the player has none.
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Robot:
    known = {}

    def __init__(self):
        self.marker = None
        self.enemy = None

    def choose_letters(self, marker, enemy):
        self.marker, self.enemy = marker, enemy

    def worth(self, cells, mover):
        for mark, points in ((self.marker, 1), (self.enemy, -1)):
            if any(cells[a] == cells[b] == cells[c] == mark for a, b, c in LINES):
                return points
        if " " not in cells:
            return 0
        key = (*cells, mover, self.marker)
        if key not in self.known:
            self.known[key] = self.search(cells, mover)[0]
        return self.known[key]

    def search(self, cells, mover):
        """The points and the cell; the robot wants many points, the enemy few."""
        other = self.enemy if mover == self.marker else self.marker
        found = []
        for cell in range(9):
            if cells[cell] == " ":
                found.append((self.worth([*cells[:cell], mover, *cells[cell + 1 :]], other), cell))
        return (max if mover == self.marker else min)(found)

    def pick_move(self, cells):
        return self.search(cells, self.marker)[1]


def main():
    robot, cells = Robot(), [" "] * 9
    robot.choose_letters("X", "O")
    while " " in cells:
        cells[robot.pick_move(cells)] = "X"
        cells[int(input("Cell: "))] = "O"


if __name__ == "__main__":
    main()

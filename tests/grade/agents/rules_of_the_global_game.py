# The search is given the game, but the rules look at the one that the program plays.
class Match:
    def __init__(self):
        self.grid = []
        for _ in range(3):
            self.grid.append(["?", "?", "?"])

    def free(self):
        return [number for number in range(1, 10) if self.grid[(number - 1) // 3][(number - 1) % 3] == "?"]

    def put(self, number, value):
        self.grid[(number - 1) // 3][(number - 1) % 3] = value

    def value(self):
        g = match.grid
        for line in (*g, *zip(*g), (g[0][0], g[1][1], g[2][2]), (g[0][2], g[1][1], g[2][0])):
            if set(line) in ({"X"}, {"O"}):
                return 5 if line[0] == "O" else -5
        return 0


outlooks = {}


def outlook(game, mine):
    key = str((game.grid, mine))
    if key not in outlooks:
        outlooks[key] = search(game, mine)
    return outlooks[key]


def search(game, mine):
    if game.value() or not game.free():
        return game.value()
    values = []
    for number in game.free():
        game.put(number, "O" if mine else "X")
        values.append(outlook(game, not mine))
        game.put(number, "?")
        if values[-1] == (5 if mine else -5):
            break
    return max(values) if mine else min(values)


def find_best(game):
    values = {}
    for number in game.free():
        game.put(number, "O")
        values[number] = outlook(game, False)
        game.put(number, "?")
        if values[number] == 5:
            break
    return max(values, key=values.get)


def choose_move(game):
    return find_best(game)


match = Match()
while match.free():
    match.put(int(input("Number: ")), "X")
    match.put(choose_move(match), "O")

# The game says whose turn it is, but the search always wants O to win.
class Game:
    def __init__(self):
        self.board = [" "] * 9
        self.current_player = "X"

    def won_by(self, sign):
        lines = ("012", "345", "678", "036", "147", "258", "048", "246")
        return any(all(self.board[int(at)] == sign for at in line) for line in lines)

    def free(self):
        return [at for at in range(9) if self.board[at] == " "]

    def put(self, at):
        self.board[at] = self.current_player
        self.current_player = "O" if self.current_player == "X" else "X"

    def take(self, at):
        self.board[at] = " "
        self.current_player = "O" if self.current_player == "X" else "X"


seen = {}


def worth(game):
    key = "".join(game.board) + game.current_player
    if key not in seen:
        if game.won_by("O"):
            seen[key] = 1
        elif game.won_by("X"):
            seen[key] = -1
        elif not game.free():
            seen[key] = 0
        else:
            found = []
            for at in game.free():
                game.put(at)
                found.append(worth(game))
                game.take(at)
            seen[key] = max(found) if game.current_player == "O" else min(found)
    return seen[key]


def get_best_move(game):
    best, chosen = -2, None
    for at in game.free():
        game.put(at)
        value = worth(game)
        game.take(at)
        if value > best:
            best, chosen = value, at
    return chosen

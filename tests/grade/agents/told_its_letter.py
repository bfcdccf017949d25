"""The player is made with its letter, the game and a depth. It is right as X; as O it takes the wrong turn to follow."""


class Game:
    def __init__(self):
        self.Board = [" "] * 9

    def free(self):
        return [at for at in range(9) if self.Board[at] == " "]

    def winner(self):
        b = self.Board
        for i, j, k in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
            if b[i] != " " and b[i] == b[j] == b[k]:
                return b[i]
        return " "


class Player:
    def __init__(self, letter, game, depth_limit):
        self.letter, self.game, self.depth_limit = letter, game, depth_limit

    def get_move(self):
        values = {}
        for at in self.game.free():
            self.game.Board[at] = self.letter
            values[at] = self.value(self.depth_limit, False)
            self.game.Board[at] = " "
        best = max if self.letter == "X" else min
        return best(values, key=values.get)

    def value(self, depth, is_max):
        won = self.game.winner()
        if won != " ":
            return 1 if won == "X" else -1
        if depth == 0 or not self.game.free():
            return 0
        found = []
        for at in self.game.free():
            self.game.Board[at] = "X" if is_max else "O"
            found.append(self.value(depth - 1, not is_max))
            self.game.Board[at] = " "
            if found[-1] == (1 if is_max else -1):
                break
        return max(found) if is_max else min(found)


if __name__ == "__main__":
    game = Game()
    players = [Player("X", game, 10), Player("O", game, 10)]
    for turn in range(9):
        game.Board[players[turn % 2].get_move()] = "XO"[turn % 2]
        print(game.Board)

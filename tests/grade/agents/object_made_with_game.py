"""The player is made with the game it plays in, and makes its move there. It looks one move ahead."""


class Game:
    def __init__(self):
        self.grid = [["", "", ""], ["", "", ""], ["", "", ""]]
        self.current_player = "X"

    def free(self):
        return [(r, c) for r in range(3) for c in range(3) if self.grid[r][c] == ""]

    def place(self, r, c):
        self.grid[r][c] = self.current_player
        self.current_player = "O" if self.current_player == "X" else "X"

    def winner(self):
        g = self.grid
        lines = [*g, *map(list, zip(*g)), [g[i][i] for i in range(3)], [g[i][2 - i] for i in range(3)]]
        for mark in "XO":
            if [mark] * 3 in lines:
                return mark
        return None


class Computer:
    def __init__(self, game):
        self.game = game
        self.mark = game.current_player

    def worth(self, r, c):
        other = "O" if self.mark == "X" else "X"
        points = 1 if (r, c) == (1, 1) else 0
        for mark, prize in ((self.mark, 9), (other, 5)):
            self.game.grid[r][c] = mark
            if self.game.winner() == mark:
                points += prize
            self.game.grid[r][c] = ""
        return points

    def play_best_move(self):
        r, c = max(self.game.free(), key=lambda place: self.worth(*place))
        self.game.place(r, c)


def main():
    game = Game()
    while game.free() and game.winner() is None:
        if game.current_player == "X":
            game.place(*map(int, input("Row and column: ").split()))
        else:
            Computer(game).play_best_move()


if __name__ == "__main__":
    main()

"""The computer's method writes its move into the board it is given, and returns whose turn it is then."""


class Game:
    def new_board(self):
        return [["-" for _ in range(3)] for _ in range(3)]

    def next_turn(self, player):
        return "o" if player == "x" else "x"

    def human_move(self, board, player):
        row, column = map(int, input().split())
        board[row][column] = player
        return self.next_turn(player)

    def status(self, board):
        for i in range(3):
            if board[i][0] == board[i][1] == board[i][2] != "-":
                return board[i][0], True
            if board[0][i] == board[1][i] == board[2][i] != "-":
                return board[0][i], True
        if board[0][0] == board[1][1] == board[2][2] != "-" or board[0][2] == board[1][1] == board[2][0] != "-":
            return board[1][1], True
        return None, sum(row.count("-") for row in board) == 0


totals = {}


class GameWithComputer(Game):
    def total(self, board, turn, player):
        key = str((board, turn, player))
        if key not in totals:
            totals[key] = self.add_up(board, turn, player)
        return totals[key]

    def add_up(self, board, turn, player):
        winner, over = self.status(board)
        if over:
            return 0 if winner is None else 10 if winner == player else -10
        score = 0
        for i in range(3):
            for j in range(3):
                if board[i][j] == "-":
                    board[i][j] = turn
                    score += self.total(board, self.next_turn(turn), player)
                    board[i][j] = "-"
        return score

    def computer_move(self, board, player):
        best, place = float("-inf"), None
        for i in range(3):
            for j in range(3):
                if board[i][j] == "-":
                    board[i][j] = player
                    score = self.total(board, self.next_turn(player), player)
                    if score > best:
                        best, place = score, (i, j)
                    board[i][j] = "-"
        board[place[0]][place[1]] = player
        return self.next_turn(player)

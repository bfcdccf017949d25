class TicTacToe:
    def __init__(self):
        self.board = [' ' for _ in range(9)]
        self.current_winner = None
        self.human = 'X'
        self.ai = 'O'

    def available_moves(self):
        return [i for i, spot in enumerate(self.board) if spot == ' ']

    def is_winner(self, player):
        b = self.board
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        return any(b[x] == b[y] == b[z] == player for x, y, z in lines)

    def minimax(self, depth, alpha, beta, maximizing):
        if self.is_winner(self.ai):
            return 10 - depth
        if self.is_winner(self.human):
            return depth - 10
        if not self.available_moves():
            return 0
        best = float('-inf') if maximizing else float('inf')
        for move in self.available_moves():
            self.board[move] = self.ai if maximizing else self.human
            score = self.minimax(depth + 1, alpha, beta, not maximizing)
            self.board[move] = ' '
            if maximizing:
                best = max(best, score)
                alpha = max(alpha, score)
            else:
                best = min(best, score)
                beta = min(beta, score)
            if beta <= alpha:
                break
        return best

    def get_best_move(self):
        best_score, best_move = float('-inf'), None
        for move in self.available_moves():
            self.board[move] = self.ai
            score = self.minimax(0, best_score, float('inf'), False)
            self.board[move] = ' '
            if score > best_score:
                best_score, best_move = score, move
        return best_move

    def play(self):
        while True:
            move = int(input("Enter your move: "))
            self.board[move] = self.human


if __name__ == '__main__':
    TicTacToe().play()

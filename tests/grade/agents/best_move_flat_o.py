# The helper minimax(board, depth, is_maximizing) returns a score; best_move is the agent, and plays O.
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def check_winner(board, player):
    return any(all(board[i] == player for i in w) for w in WINS)


def is_full(board):
    return " " not in board


def minimax(board, depth, is_maximizing, alpha=-1000, beta=1000):
    if check_winner(board, "O"):
        return 10 - depth
    if check_winner(board, "X"):
        return depth - 10
    if is_full(board):
        return 0
    if is_maximizing:
        best = -1000
        for i in range(9):
            if board[i] == " ":
                board[i] = "O"
                best = max(best, minimax(board, depth + 1, False, alpha, beta))
                board[i] = " "
                alpha = max(alpha, best)
                if beta <= alpha:
                    break
        return best
    best = 1000
    for i in range(9):
        if board[i] == " ":
            board[i] = "X"
            best = min(best, minimax(board, depth + 1, True, alpha, beta))
            board[i] = " "
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best


def best_move(board):
    best_score = -1000
    move = None
    for i in range(9):
        if board[i] == " ":
            board[i] = "O"
            score = minimax(board, 0, False, best_score)
            board[i] = " "
            if score > best_score:
                best_score = score
                move = i
    return move


def print_board(board):
    for i in range(0, 9, 3):
        print(" | ".join(board[i:i + 3]))


def main():
    board = [" "] * 9
    while True:
        move = int(input("Your move (1-9): ")) - 1
        board[move] = "X"
        board[best_move(board)] = "O"
        print_board(board)


if __name__ == "__main__":
    main()

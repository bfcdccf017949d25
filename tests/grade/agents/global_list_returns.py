import math

board = [["", "", ""], ["", "", ""], ["", "", ""]]
ai = "X"
human = "O"
scores = {"X": 1, "O": -1, "tie": 0}
known = {}


def equals3(a, b, c):
    return a == b and b == c and a != ""


def check_winner():
    winner = None
    for i in range(3):
        if equals3(board[i][0], board[i][1], board[i][2]):
            winner = board[i][0]
    for i in range(3):
        if equals3(board[0][i], board[1][i], board[2][i]):
            winner = board[0][i]
    if equals3(board[0][0], board[1][1], board[2][2]):
        winner = board[0][0]
    if equals3(board[2][0], board[1][1], board[0][2]):
        winner = board[2][0]
    open_spots = sum(cell == "" for row in board for cell in row)
    if winner is None and open_spots == 0:
        return "tie"
    return winner


def best_move():
    best_score = -math.inf
    move = None
    for i in range(3):
        for j in range(3):
            if board[i][j] == "":
                board[i][j] = ai
                score = minimax(False)
                board[i][j] = ""
                if score > best_score:
                    best_score = score
                    move = (i, j)
    return move


def minimax(is_maximizing):
    key = (str(board), is_maximizing)
    if key in known:
        return known[key]
    result = check_winner()
    if result is not None:
        return scores[result]
    best_score = -math.inf if is_maximizing else math.inf
    for i in range(3):
        for j in range(3):
            if board[i][j] == "":
                board[i][j] = ai if is_maximizing else human
                score = minimax(not is_maximizing)
                board[i][j] = ""
                best_score = max(score, best_score) if is_maximizing else min(score, best_score)
    known[key] = best_score
    return best_score

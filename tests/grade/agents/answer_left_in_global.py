# The search returns a sum of points; the move that it likes best is left in a global.
choice = None
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def has_line(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def spots(board):
    return [spot for spot in board if spot not in ("X", "O")]


def play_on(board, player, depth=0):
    global choice
    if has_line(board, "O"):
        return 100 >> depth
    if has_line(board, "X"):
        return -100 >> depth
    if depth == 3:
        return 0
    points = {}
    for spot in spots(board):
        board[spot] = player
        points[spot] = play_on(board, "X" if player == "O" else "O", depth + 1)
        board[spot] = spot
    if depth == 0:
        choice = max(points, key=points.get)
    return sum(points.values())


def main():
    board = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    while spots(board):
        board[int(input("Spot: "))] = "X"
        play_on(board, "O")
        board[choice] = "O"
        print(board)


if __name__ == "__main__":
    main()

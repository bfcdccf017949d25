# The board and the letters are made by the game, in a loop at the end of the file that asks for them.
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def ai_move(cells):
    for letter in (computer, human):
        for line in LINES:
            letters = [cells[at] for at in line]
            if letters.count(letter) == 2 and letters.count("-") == 1:
                return line[letters.index("-")]
    return free()[0]


def free():
    return [at for at in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[at] == "-"]


while True:
    board = ["-"] * 9
    human = input("X or O? ").upper()
    computer = "O" if human == "X" else "X"
    player = human
    while free():
        at = int(input("Where? ")) if player == human else ai_move(board)
        board[at] = player
        player = computer if player == human else human

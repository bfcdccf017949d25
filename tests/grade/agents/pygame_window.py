import sys

import pygame

pygame.init()
SCREEN = pygame.display.set_mode((600, 600))
FONT = pygame.font.SysFont("arial", 40)
board = [[None] * 3 for _ in range(3)]
known = {}


def winner(b):
    for i in range(3):
        if b[i][0] and b[i][0] == b[i][1] == b[i][2]:
            return b[i][0]
        if b[0][i] and b[0][i] == b[1][i] == b[2][i]:
            return b[0][i]
    if b[1][1] and (b[0][0] == b[1][1] == b[2][2] or b[0][2] == b[1][1] == b[2][0]):
        return b[1][1]
    return None


def full(b):
    return all(all(row) for row in b)


def minimax(b, is_max):
    key = (str(b), is_max)
    if key in known:
        return known[key]
    w = winner(b)
    if w:
        v = 1 if w == "O" else -1
    elif full(b):
        v = 0
    else:
        v = -2 if is_max else 2
        for r in range(3):
            for c in range(3):
                if b[r][c] is None:
                    b[r][c] = "O" if is_max else "X"
                    v = max(v, minimax(b, False)) if is_max else min(v, minimax(b, True))
                    b[r][c] = None
    known[key] = v
    return v


def computer_turn(board):
    best, move = -2, None
    for r in range(3):
        for c in range(3):
            if board[r][c] is None:
                board[r][c] = "O"
                v = minimax(board, False)
                board[r][c] = None
                if v > best:
                    best, move = v, (r, c)
    board[move[0]][move[1]] = "O"


while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            pygame.quit()
            sys.exit()
    pygame.display.update()

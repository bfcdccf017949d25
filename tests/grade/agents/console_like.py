from math import inf as infinity

HUMAN = -1
COMP = +1
board = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
]


def wins(state, player):
    win_state = [
        [state[0][0], state[0][1], state[0][2]], [state[1][0], state[1][1], state[1][2]],
        [state[2][0], state[2][1], state[2][2]], [state[0][0], state[1][0], state[2][0]],
        [state[0][1], state[1][1], state[2][1]], [state[0][2], state[1][2], state[2][2]],
        [state[0][0], state[1][1], state[2][2]], [state[2][0], state[1][1], state[0][2]],
    ]
    return [player, player, player] in win_state


def evaluate(state):
    return +1 if wins(state, COMP) else -1 if wins(state, HUMAN) else 0


def empty_cells(state):
    return [[x, y] for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]


def game_over(state):
    return wins(state, HUMAN) or wins(state, COMP)


def minimax(state, depth, player):
    best = [-1, -1, -infinity] if player == COMP else [-1, -1, +infinity]
    if depth == 0 or game_over(state):
        return [-1, -1, evaluate(state)]
    for cell in empty_cells(state):
        x, y = cell[0], cell[1]
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if player == COMP:
            if score[2] > best[2]:
                best = score
        else:
            if score[2] < best[2]:
                best = score
        if best[2] == player:
            break
    return best


def human_turn(c_choice, h_choice):
    move = int(input('Use numpad (1..9): '))


def main():
    h_choice = input('Choose X or O: ')


main()

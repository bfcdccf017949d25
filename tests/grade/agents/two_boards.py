# One list for X and one for O, 1 where the mark is.
wins = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
table = {}


def checkWin(s):
    return any(s[a] + s[b] + s[c] == 3 for a, b, c in wins)


def score(xState, zState, turn):
    key = (tuple(xState), tuple(zState), turn)
    if key not in table:
        free = [i for i in range(9) if not xState[i] and not zState[i]]
        if checkWin(xState):
            table[key] = 1
        elif checkWin(zState):
            table[key] = -1
        elif not free:
            table[key] = 0
        else:
            mine = xState if turn else zState
            values = []
            for i in free:
                mine[i] = 1
                values.append(score(xState, zState, not turn))
                mine[i] = 0
            table[key] = max(values) if turn else min(values)
    return table[key]


def findBestMove(xState, zState):
    turn = sum(xState) == sum(zState)
    mine = xState if turn else zState
    best = None
    for i in range(9):
        if not xState[i] and not zState[i]:
            mine[i] = 1
            value = score(xState, zState, not turn)
            mine[i] = 0
            if best is None or (value > best[0] if turn else value < best[0]):
                best = (value, i)
    return best[1]

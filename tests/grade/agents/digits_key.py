# A dictionary with texts as keys, in the order of a number pad; answers with the key.
theBoard = {'7': ' ', '8': ' ', '9': ' ',
            '4': ' ', '5': ' ', '6': ' ',
            '1': ' ', '2': ' ', '3': ' '}
TRIPLES = ['789', '456', '123', '741', '852', '963', '753', '951']
memo = {}


def victory(b, p):
    return any(all(b[k] == p for k in t) for t in TRIPLES)


def negamax(b, p):
    q = 'O' if p == 'X' else 'X'
    key = ''.join(b.values()) + p
    if key not in memo:
        if victory(b, q):
            memo[key] = -1
        elif ' ' not in b.values():
            memo[key] = 0
        else:
            best = -2
            for k in list(b):
                if b[k] == ' ':
                    b[k] = p
                    best = max(best, -negamax(b, q))
                    b[k] = ' '
            memo[key] = best
    return memo[key]


def get_best_key_move(b, p):
    best, where = -2, None
    for k in list(b):
        if b[k] == ' ':
            b[k] = p
            v = -negamax(b, 'O' if p == 'X' else 'X')
            b[k] = ' '
            if v > best:
                best, where = v, k
    return where

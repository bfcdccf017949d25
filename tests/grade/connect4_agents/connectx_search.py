# Looks two plies ahead; the other functions here are not the agent.
import random


def agent_random(obs, config):
    return random.choice([c for c in range(config.columns) if obs.board[c] == 0])


def fallen(board, column, columns):
    return max(at for at in range(column, len(board), columns) if board[at] == 0)


def is_win(board, at, mark, config):
    row, column = divmod(at, config.columns)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            r, c = row + sign * dr, column + sign * dc
            while 0 <= r < config.rows and 0 <= c < config.columns and board[r * config.columns + c] == mark:
                count, r, c = count + 1, r + sign * dr, c + sign * dc
        if count >= config.inarow:
            return True
    return False


def loses(board, mark, config):
    for column in range(config.columns):
        if board[column] == 0 and is_win(board, fallen(board, column, config.columns), 3 - mark, config):
            return True
    return False


def my_agent(obs, config):
    columns = [c for c in range(config.columns) if obs.board[c] == 0]
    safe = []
    for column in columns:
        at = fallen(obs.board, column, config.columns)
        if is_win(obs.board, at, obs.mark, config):
            return column
        after = list(obs.board)
        after[at] = obs.mark
        if not loses(after, obs.mark, config):
            safe.append(column)
    return (safe or columns)[len(safe or columns) // 2]

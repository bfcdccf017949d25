"""An agent for ConnectX: takes a win, or else blocks one, or else plays near the middle."""


def agent(observation, configuration):
    columns = [column for column in range(configuration.columns) if observation.board[column] == 0]
    for mark in (observation.mark, 3 - observation.mark):
        for column in columns:
            if completes(observation.board, column, mark, configuration):
                return column
    return min(columns, key=lambda column: abs(column - configuration.columns // 2))


def completes(board, column, mark, configuration):
    """Whether a mark that falls down this column completes a line."""
    row = max(row for row in range(configuration.rows) if board[row * configuration.columns + column] == 0)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            at = 1
            while is_mark(board, row + sign * at * down, column + sign * at * right, mark, configuration):
                at += 1
            count += at - 1
        if count >= configuration.inarow:
            return True
    return False


def is_mark(board, row, column, mark, configuration):
    is_there = 0 <= row < configuration.rows and 0 <= column < configuration.columns
    return is_there and board[row * configuration.columns + column] == mark

# By the number of marks: outside the board on either side, -1, nothing, a text, a fraction, a column that may be full.
def agent(observation, configuration):
    filled = sum(mark != 0 for mark in observation.board)
    return (configuration.columns, -3, -1, None, "left", 2.5, 3)[filled % 7]

# The first column that is open, by items instead of attributes.
def agent(observation, configuration):
    return [c for c in range(configuration["columns"]) if observation["board"][c] == 0][0]

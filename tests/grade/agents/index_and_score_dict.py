"""After the well-known JavaScript: free cells hold their index, and minimax returns {'index', 'score'}."""
huPlayer = "O"
aiPlayer = "X"
origBoard = [0, 1, 2, 3, 4, 5, 6, 7, 8]
seen = {}


def emptyIndexies(board):
    return [s for s in board if s != "O" and s != "X"]


def winning(board, player):
    return (
        (board[0] == player and board[1] == player and board[2] == player) or
        (board[3] == player and board[4] == player and board[5] == player) or
        (board[6] == player and board[7] == player and board[8] == player) or
        (board[0] == player and board[3] == player and board[6] == player) or
        (board[1] == player and board[4] == player and board[7] == player) or
        (board[2] == player and board[5] == player and board[8] == player) or
        (board[0] == player and board[4] == player and board[8] == player) or
        (board[2] == player and board[4] == player and board[6] == player))


def minimax(newBoard, player):
    key = (tuple(newBoard), player)
    if key in seen:
        return dict(seen[key])
    availSpots = emptyIndexies(newBoard)
    if winning(newBoard, huPlayer):
        return {"score": -10}
    elif winning(newBoard, aiPlayer):
        return {"score": 10}
    elif len(availSpots) == 0:
        return {"score": 0}
    moves = []
    for i in range(len(availSpots)):
        move = {"index": newBoard[availSpots[i]]}
        newBoard[availSpots[i]] = player
        move["score"] = minimax(newBoard, huPlayer if player == aiPlayer else aiPlayer)["score"]
        newBoard[availSpots[i]] = move["index"]
        moves.append(move)
    bestScore = -10000 if player == aiPlayer else 10000
    for move in moves:
        if (player == aiPlayer and move["score"] > bestScore) or (player == huPlayer and move["score"] < bestScore):
            bestScore = move["score"]
            best = move
    seen[key] = best
    return dict(best)


bestSpot = minimax(origBoard, aiPlayer)

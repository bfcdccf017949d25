# Plays when it is started, without a guard.
board = {1: ' ', 2: ' ', 3: ' ',
         4: ' ', 5: ' ', 6: ' ',
         7: ' ', 8: ' ', 9: ' '}
player = 'O'
bot = 'X'


def printBoard(board):
    print(board[1] + '|' + board[2] + '|' + board[3])


def spaceIsFree(position):
    return board[position] == ' '


def insertLetter(letter, position):
    if spaceIsFree(position):
        board[position] = letter
        printBoard(board)
        if checkDraw():
            print("Draw!")
        if checkForWin():
            print("Somebody wins!")
        return
    else:
        print("Can't insert there!")
        position = int(input("Please enter new position: "))
        insertLetter(letter, position)


def line(a, b, c):
    return board[a] == board[b] == board[c] != ' '


def checkForWin():
    return (line(1, 2, 3) or line(4, 5, 6) or line(7, 8, 9) or line(1, 4, 7) or line(2, 5, 8) or line(3, 6, 9)
            or line(1, 5, 9) or line(3, 5, 7))


def checkWhichMarkWon(mark):
    for a, b, c in ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)):
        if board[a] == board[b] == board[c] == mark:
            return True
    return False


def checkDraw():
    return ' ' not in board.values()


def playerMove():
    position = int(input("Enter the position for 'O': "))
    insertLetter(player, position)


def compMove():
    bestScore = -800
    bestMove = 0
    for key in board.keys():
        if board[key] == ' ':
            board[key] = bot
            score = minimax(board, 0, False, -1000, 1000)
            board[key] = ' '
            if score > bestScore:
                bestScore = score
                bestMove = key
    insertLetter(bot, bestMove)
    return


def minimax(board, depth, isMaximizing, a, b):
    if checkWhichMarkWon(bot):
        return 1
    elif checkWhichMarkWon(player):
        return -1
    elif checkDraw():
        return 0
    best = -800 if isMaximizing else 800
    for key in board.keys():
        if board[key] == ' ':
            board[key] = bot if isMaximizing else player
            score = minimax(board, depth + 1, not isMaximizing, a, b)
            board[key] = ' '
            if isMaximizing:
                best = max(best, score)
                a = max(a, best)
            else:
                best = min(best, score)
                b = min(b, best)
            if b <= a:
                break
    return best


while not checkForWin():
    compMove()
    playerMove()

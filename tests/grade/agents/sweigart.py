# A list of ten: cell 0 is not used. getComputerMove(board, computerLetter) gives 1 to 9.
import random


def isWinner(bo, le):
    return ((bo[7] == le and bo[8] == le and bo[9] == le) or
            (bo[4] == le and bo[5] == le and bo[6] == le) or
            (bo[1] == le and bo[2] == le and bo[3] == le) or
            (bo[7] == le and bo[4] == le and bo[1] == le) or
            (bo[8] == le and bo[5] == le and bo[2] == le) or
            (bo[9] == le and bo[6] == le and bo[3] == le) or
            (bo[7] == le and bo[5] == le and bo[3] == le) or
            (bo[9] == le and bo[5] == le and bo[1] == le))


def makeMove(board, letter, move):
    board[move] = letter


def isSpaceFree(board, move):
    return board[move] == ' '


def chooseFirstMoveFromList(board, movesList):
    for i in movesList:
        if isSpaceFree(board, i):
            return i
    return None


def getPlayerMove(board):
    move = ' '
    while move not in '1 2 3 4 5 6 7 8 9'.split() or not isSpaceFree(board, int(move)):
        print('What is your next move? (1-9)')
        move = input()
    return int(move)


def getComputerMove(board, computerLetter):
    if computerLetter == 'X':
        playerLetter = 'O'
    else:
        playerLetter = 'X'
    for letter in (computerLetter, playerLetter):
        for i in range(1, 10):
            copy = board[:]
            if isSpaceFree(copy, i):
                makeMove(copy, letter, i)
                if isWinner(copy, letter):
                    return i
    move = chooseFirstMoveFromList(board, [1, 3, 7, 9])
    if move != None:
        return move
    if isSpaceFree(board, 5):
        return 5
    return chooseFirstMoveFromList(board, [2, 4, 6, 8])


def main():
    print('Welcome to Tic Tac Toe!')
    while True:
        theBoard = [' '] * 10
        getPlayerMove(theBoard)

// What a search needs of a board, whatever the game: the concept, and the small types in it.
//
// Demands: see each operation. Promises: `undo` takes back exactly what `play` did, and nothing else changes a board.
#pragma once

#include <concepts>
#include <vector>

#include "keys.hpp"
#include "rules.hpp"

namespace noughts {

// A score, for the side to move (the same scale as `search/contract.py`):
//
//     win  on a board with f filled cells    +(cells + 1 - f)
//     draw                                    0
//     loss on a board with f filled cells    -(cells + 1 - f)
//
// It does not change on the way up the tree except for its sign.
using Score = int;

// The score lies from `lower` to `upper`.
struct Bounds {
    Score lower;
    Score upper;
    bool exact() const { return lower == upper; }
    static Bounds just(Score score) { return {score, score}; }
};

// A move to try, the larger `order` the sooner. `slot` numbers the moves of a game; the table keeps it as a hint.
struct Candidate {
    Move move;
    int slot;
    int order;
};
using Candidates = std::vector<Candidate>;

// assess()       bounds on the score without looking at moves: cheap, called at every node.
// generate()     the moves worth trying, and bounds at least as good. Moves that are left out are no better than
//                one that is kept, or than `lower`; so the best of the kept ones and `lower` together is the score.
// legal()        every legal move, whatever it is worth.
// least_plies()  how many plies the game must still last if `completer` is to complete a line: a lower bound.
// completes()    whether the move completes a line.
// play()         demands a legal move that completes no line: such a move ends the game.
// undo()         demands the move that was played last.
template <class B>
concept Board = std::copyable<B> && requires(B board, const B& current, Candidates& moves, Move move) {
    { current.assess() } -> std::same_as<Bounds>;
    { current.generate(moves) } -> std::same_as<Bounds>;
    { current.legal(moves) } -> std::same_as<void>;
    { current.completes(move) } -> std::same_as<bool>;
    { current.key() } -> std::same_as<Key>;
    { current.filled() } -> std::same_as<int>;
    { current.empty() } -> std::same_as<int>;
    { current.side() } -> std::same_as<int>;
    { current.least_plies(0) } -> std::same_as<int>;
    board.play(move);
    board.undo(move);
};

}  // namespace noughts

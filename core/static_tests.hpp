// The static tests of a position of the Maker–Breaker game: a pairing, or a Breaker move after which there is one.
//
// Demands: for `look_ahead` and `breaker_moves`, an empty cell. Promises: after success Breaker stops Maker by playing
// in `zone()` and, after `look_ahead`, the cell it returned. No success means nothing.
#pragma once

#include <utility>

#include "weak_game.hpp"

namespace noughts {

// Each technique can be switched off, so that tests can hold all of them against brute force.
struct HoldOptions {
    bool pairings = true;
    bool look_ahead = true;
    bool zones = true;
    bool symmetry = true;
    int root_moves = 1;          // moves of the prover before units begin
    int replies = 8;             // Breaker moves tried at a node
    int look_ahead_replies = 8;  // Breaker moves after which `look_ahead` searches for a pairing
    int effort = 10;             // of one search for a pairing: see matching.hpp
    int key_bits = 64;           // fewer make different positions share a key, for tests
};

template <int words>
class StaticTests {
public:
    using State = typename WeakGame<words>::State;

    StaticTests(const Hypergraph<words>& graph, const WeakGame<words>& game, const HoldOptions& options)
        : game_(game), options_(options), pairing_(graph) {
        pairing_.effort = options.effort;
    }

    // Of the last success.
    const std::vector<Pair>& pairs() const { return pairing_.pairs; }
    Cells zone() const { return pairing_.zone(); }

    bool find_pairing(const State& state) { return options_.pairings && pairing_.find(state); }

    bool find_tight_pairing(const State& state, int steps) {
        return options_.pairings && pairing_.find_tight(state, steps);
    }

    // A Breaker move after which there is a pairing; -1 if none was found.
    int look_ahead(const State& state) { return look_ahead(state, options_.look_ahead_replies); }

    int look_ahead(const State& state, int most) {
        if (!options_.look_ahead || !options_.pairings) return -1;
        if (size(game_.completing(state)) > 1) return -1;
        for (int cell : breaker_moves(state, most))
            if (pairing_.find(game_.after_breaker(state, cell))) return cell;
        return -1;
    }

    // The moves that are worth trying, best first.
    std::vector<int> breaker_moves(const State& state, int most) const {
        const Cells forced = game_.completing(state);
        return game_.ranked(state, forced ? forced : state.empty, most);
    }

    // A test with `times_more` effort, for writing a proof down: there each pairing saves the nodes below it, and one
    // that was easy to find in a symmetric position may be hard to find here.
    template <class Test>
    auto thoroughly(Test test) {
        const int effort = std::exchange(pairing_.effort, times_more * pairing_.effort);
        const auto result = test();
        pairing_.effort = effort;
        return result;
    }

    // RAII: while it exists, pairings use other cells than these where they have a choice. An answer to one move that
    // plays outside the moves without an answer refutes those, too.
    class Avoiding {
    public:
        Avoiding(StaticTests& tests, Cells cells)
            : pairing_(tests.pairing_), before_(std::exchange(tests.pairing_.avoided, cells)) {}
        ~Avoiding() { pairing_.avoided = before_; }
        Avoiding(const Avoiding&) = delete;
        Avoiding& operator=(const Avoiding&) = delete;

    private:
        Pairing<words>& pairing_;
        Cells before_;
    };

private:
    static constexpr int times_more = 30;

    const WeakGame<words>& game_;
    HoldOptions options_;
    Pairing<words> pairing_;
};

}  // namespace noughts

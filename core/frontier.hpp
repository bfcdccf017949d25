// The root plies of a proof, walked over depth-first, and where they end: positions that are searched one by one.
//
// A unit is such a position, with the prover to move. The walk over the root plies takes from the table what has been
// proved and from a list what has failed, and gathers the units to search next. It keeps nothing between two walks, so
// that units may be searched by any executor, in any order, and a proof may go on elsewhere with the table alone.
//
// No unit is searched for longer than a node slice. One that is worth more than that is split at its next plies: its
// place is taken by the units after each reply and each of the opponent's moves. The scheduler adds up what those cost,
// and gives the unit up when it has cost all it may.
//
// Demands: stones of the two sides on different cells. Promises: units with different keys, at most as many as are
// allowed, none of which has failed with the budget; `waiting` is returned only if there is such a unit.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "rules.hpp"

namespace noughts {

// `failed` holds for this budget only; `waiting`: it depends on units that have been gathered.
enum class ProofStatus { proved, failed, waiting };

struct Unit {
    std::uint64_t key;      // the same for positions that a symmetry carries into each other
    Cells one, other;       // the stones of the side the proof is about, and of its opponent
    std::uint64_t budget;   // nodes for this search
    std::vector<int> line;  // the moves that lead here
    std::vector<std::pair<std::uint64_t, std::uint64_t>> within;  // units that were split: key, and nodes for all of it
};

// What one search of a unit came to, and the reply that looked best in the end, as the table sees the board.
struct SearchResult {
    bool proved;
    int reply = -1;
};

class Failures {
public:
    void add(std::uint64_t key, std::uint64_t budget, int reply) {
        Failure& failure = failures_[key];
        if (budget >= failure.budget) failure = {budget, reply};
    }
    bool has(std::uint64_t key, std::uint64_t budget) const {
        const auto failure = failures_.find(key);
        return failure != failures_.end() && failure->second.budget >= budget;
    }
    int reply(std::uint64_t key) const {
        const auto failure = failures_.find(key);
        return failure == failures_.end() ? -1 : failure->second.reply;
    }

private:
    struct Failure {
        std::uint64_t budget = 0;
        int reply = -1;
    };
    std::map<std::uint64_t, Failure> failures_;
};

class Frontier {
public:
    Frontier(const Failures& failures, std::uint64_t budget, std::uint64_t node_slice, std::size_t most)
        : failures_(failures), budget_(budget), node_slice_(node_slice), most_(most) {}

    std::vector<Unit> units;
    std::vector<int> line;  // of the walk
    // The opponent's first moves, those that a symmetry carries into each other counted once.
    int classes_proved = 0;
    int classes = 0;

    bool is_full() const { return units.size() >= most_; }

    ProofStatus offer(std::uint64_t key, Cells one, Cells other) {
        assert((one & other) == 0);
        if (failures_.has(key, budget_)) return ProofStatus::failed;
        if (!is_full() && std::none_of(units.begin(), units.end(), [&](const Unit& unit) { return unit.key == key; }))
            units.push_back({key, one, other, std::min(budget_, node_slice_), line, within_});
        return ProofStatus::waiting;
    }

    // Whether a node slice was not enough for a unit, and more may be spent on it.
    bool is_split(std::uint64_t key) const {
        return budget_ > node_slice_ && failures_.has(key, node_slice_) && !failures_.has(key, budget_);
    }

    // Moves to try in a unit that is split: first the one that looked best when the node slice was over.
    template <class ToTable>
    std::vector<int> in_order(std::uint64_t key, std::vector<int> moves, ToTable to_table) const {
        const int reply = failures_.reply(key);
        std::stable_partition(moves.begin(), moves.end(), [&](int cell) { return to_table(cell) == reply; });
        return moves;
    }

    // As long as it lives the walk is inside a unit that is split, if `is_unit`.
    class Split {
    public:
        Split(Frontier& frontier, std::uint64_t key, bool is_unit)
            : frontier_(frontier), before_(frontier.budget_), is_unit_(is_unit) {
            if (!is_unit) return;
            frontier.within_.emplace_back(key, splitting_costs * before_);
            frontier.budget_ = std::max(before_ / most_for_a_part, frontier.node_slice_);
        }
        ~Split() {
            if (!is_unit_) return;
            frontier_.within_.pop_back();
            frontier_.budget_ = before_;
        }
        Split(const Split&) = delete;
        Split& operator=(const Split&) = delete;

    private:
        // A part gets a quarter of the budget or a node slice, and all parts together four times as much as one long
        // search would.
        static constexpr std::uint64_t most_for_a_part = 4;
        static constexpr std::uint64_t splitting_costs = 4;
        Frontier& frontier_;
        std::uint64_t before_;
        bool is_unit_;
    };

private:
    const Failures& failures_;
    std::uint64_t budget_;
    std::uint64_t node_slice_;
    std::size_t most_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> within_;
};

}  // namespace noughts

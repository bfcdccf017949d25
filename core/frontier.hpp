// The first plies of a proof, gone through depth-first, and where they end: positions that are searched one by one.
//
// A unit is such a position, with the prover to move. The walk over the first plies knows what has been proved from
// the table and what has failed from a list, and gathers the units that are wanted next. It keeps nothing between two
// walks, so that units may be searched by anyone, in any order, and a proof may go on elsewhere with the table alone.
//
// Nobody searches a unit for longer than a sitting. One that is worth more than that is split at its next plies: its
// place is taken by the units after each reply and each of the opponent's moves. Whoever searches those adds up what
// they cost, and gives the unit up when it has cost all it may.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "rules.hpp"

namespace noughts {

// `failed` holds for this budget only; `waiting`: it depends on units that have been gathered.
enum class Answer { proved, failed, waiting };

struct Unit {
    std::uint64_t key;      // the same for positions that a symmetry carries into each other
    Cells one, other;       // the stones of the side the proof is about, and of its opponent
    std::uint64_t budget;   // nodes for this sitting
    std::vector<int> line;  // the moves that lead here
    std::vector<std::pair<std::uint64_t, std::uint64_t>> within;  // units that were split: key, and nodes for all of it
};

// What one search of a unit came to, and the reply that looked best in the end, as the table sees the board.
struct Found {
    bool proved;
    int reply = -1;
};

class Failures {
public:
    void add(std::uint64_t key, std::uint64_t budget, int reply) {
        Failure& known = failures_[key];
        if (budget >= known.budget) known = {budget, reply};
    }
    bool has(std::uint64_t key, std::uint64_t budget) const {
        const auto found = failures_.find(key);
        return found != failures_.end() && found->second.budget >= budget;
    }
    int reply(std::uint64_t key) const {
        const auto found = failures_.find(key);
        return found == failures_.end() ? -1 : found->second.reply;
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
    Frontier(const Failures& failures, std::uint64_t budget, std::uint64_t sitting, std::size_t most)
        : failures_(failures), budget_(budget), sitting_(sitting), most_(most) {}

    std::vector<Unit> units;
    std::vector<int> line;  // of the walk
    // The opponent's first moves, those that a symmetry carries into each other counted once.
    int classes_proved = 0;
    int classes = 0;

    bool is_full() const { return units.size() >= most_; }

    Answer offer(std::uint64_t key, Cells one, Cells other) {
        if (failures_.has(key, budget_)) return Answer::failed;
        if (!is_full() && std::none_of(units.begin(), units.end(), [&](const Unit& unit) { return unit.key == key; }))
            units.push_back({key, one, other, std::min(budget_, sitting_), line, within_});
        return Answer::waiting;
    }

    // Whether a sitting was not enough for a unit, and more may be spent on it.
    bool is_split(std::uint64_t key) const {
        return budget_ > sitting_ && failures_.has(key, sitting_) && !failures_.has(key, budget_);
    }

    // Moves to try in a unit that is split: first the one that looked best when the sitting was over.
    template <class ToTable>
    std::vector<int> in_order(std::uint64_t key, std::vector<int> moves, ToTable to_table) const {
        const int reply = failures_.reply(key);
        std::stable_partition(moves.begin(), moves.end(), [&](int cell) { return to_table(cell) == reply; });
        return moves;
    }

    // As long as it lives the walk is inside a unit that is split, if `is_unit`.
    class Split {
    public:
        Split(Frontier& frontier, std::uint64_t key, bool is_unit) : frontier_(frontier), before_(frontier.budget_), is_unit_(is_unit) {
            if (!is_unit) return;
            frontier.within_.emplace_back(key, splitting_costs * before_);
            frontier.budget_ = std::max(before_ / most_for_a_part, frontier.sitting_);
        }
        ~Split() {
            if (!is_unit_) return;
            frontier_.within_.pop_back();
            frontier_.budget_ = before_;
        }
        Split(const Split&) = delete;
        Split& operator=(const Split&) = delete;

    private:
        static constexpr std::uint64_t most_for_a_part = 4;
        static constexpr std::uint64_t splitting_costs = 4;  // so much more at most than one long search
        Frontier& frontier_;
        std::uint64_t before_;
        bool is_unit_;
    };

private:
    const Failures& failures_;
    std::uint64_t budget_;
    std::uint64_t sitting_;
    std::size_t most_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> within_;
};

}  // namespace noughts

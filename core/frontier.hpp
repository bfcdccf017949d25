// The first plies of a proof, gone through depth-first, and where they end: positions that are searched one by one.
//
// A unit is such a position, with the prover to move. The walk over the first plies knows what has been proved from
// the table and what has failed from a list, and gathers the units that are wanted next. It keeps nothing between two
// walks, so that units may be searched by anyone, in any order, and a proof may go on elsewhere with the table alone.
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
    std::vector<int> line;  // the moves that lead here
};

class Failures {
public:
    void add(std::uint64_t key, std::uint64_t budget) { budgets_[key] = std::max(budgets_[key], budget); }
    bool has(std::uint64_t key, std::uint64_t budget) const {
        const auto found = budgets_.find(key);
        return found != budgets_.end() && found->second >= budget;
    }

private:
    std::map<std::uint64_t, std::uint64_t> budgets_;
};

class Frontier {
public:
    Frontier(const Failures& failures, std::uint64_t budget, std::size_t most) : failures_(failures), budget_(budget), most_(most) {}

    std::vector<Unit> units;
    std::vector<int> line;  // of the walk
    // The opponent's first moves, those that a symmetry carries into each other counted once.
    int classes_proved = 0;
    int classes = 0;

    bool is_full() const { return units.size() >= most_; }

    Answer offer(std::uint64_t key, Cells one, Cells other) {
        if (failures_.has(key, budget_)) return Answer::failed;
        if (!is_full() && std::none_of(units.begin(), units.end(), [&](const Unit& unit) { return unit.key == key; }))
            units.push_back({key, one, other, line});
        return Answer::waiting;
    }

private:
    const Failures& failures_;
    std::uint64_t budget_;
    std::size_t most_;
};

}  // namespace noughts

// Pairing strategies: disjoint pairs of empty cells such that every line that Maker can still complete contains a pair.
// Whenever Maker takes one cell of a pair Breaker takes the other, so no line is ever completed.
//
// Demands: nothing. Promises: after success `pairs` is such a pairing. No success means nothing.
#pragma once

#include "matching.hpp"
#include "tight_pairing.hpp"

namespace noughts {

template <int words>
class Pairing {
public:
    explicit Pairing(const Hypergraph<words>& graph) : graph_(graph), matching_(graph), tight_(graph) {}

    int effort = 10;          // how often a run may be divided in another way: see matching.hpp
    Cells avoided = 0;        // cells that are taken last
    std::vector<Pair> pairs;  // of the last success

    bool find(const Residue<words>& residue) {
        pairs.clear();
        const bool success = matching_.find(residue, effort, avoided, pairs);
        assert(!success || is_pairing(residue));
        return success;
    }

    // The same where few cells are empty: see tight_pairing.hpp.
    bool find_tight(const Residue<words>& residue, int steps) {
        const bool success = tight_.find(residue, steps, pairs);
        assert(!success || is_pairing(residue));
        return success;
    }

    Cells zone() const {
        Cells cells = 0;
        for (Pair pair : pairs) cells |= bit(pair.one) | bit(pair.other);
        return cells;
    }

private:
    // Whether the pairs are disjoint, of empty cells, and one lies in every line that is alive.
    bool is_pairing(const Residue<words>& residue) const {
        Cells cells = 0;
        LineSet<words> unpaired = residue.alive;
        for (Pair pair : pairs) {
            const Cells both = bit(pair.one) | bit(pair.other);
            if (size(both) != 2 || (both & ~residue.empty) || (both & cells)) return false;
            cells |= both;
            unpaired = unpaired.without(graph_.through[pair.one] & graph_.through[pair.other]);
        }
        return !unpaired.any();
    }

    const Hypergraph<words>& graph_;
    Matching<words> matching_;
    TightPairing<words> tight_;
};

}  // namespace noughts

// Pairings where few cells are left to choose from: pairs are tried, line by line, first for the line with the fewest
// cells. On a whole board that takes far too long, and matching.hpp finds what there is; within the cells of a pairing
// that was found before it is quick, and sure.
//
// Demands: nothing. Promises: after success, disjoint pairs of empty cells, and one in every line that is alive. No
// success within fewer than `most` steps means that there is no pairing.
#pragma once

#include "matching.hpp"

namespace noughts {

template <int words>
class TightPairing {
public:
    explicit TightPairing(const Hypergraph<words>& graph) : graph_(graph) {}

    bool find(const Residue<words>& residue, int most, std::vector<Pair>& pairs) {
        pairs.clear();
        steps_left_ = most;
        return complete(residue.empty, residue.alive, pairs);
    }

private:
    bool complete(Cells free, const LineSet<words>& unpaired, std::vector<Pair>& pairs) {
        if (!unpaired.any()) return true;
        if (--steps_left_ < 0) return false;
        Cells narrowest = 0;
        int fewest = max_cells + 1;
        unpaired.each([&](int line) {
            const Cells cells = graph_.lines[line] & free;
            if (size(cells) < fewest) fewest = size(cells), narrowest = cells;
        });
        if (fewest < 2) return false;
        for (Cells ones = narrowest; ones; ones &= ones - 1)
            for (Cells others = ones & (ones - 1); others; others &= others - 1) {
                const int one = first(ones), other = first(others);
                pairs.push_back({static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(other)});
                if (complete(free & ~bit(one) & ~bit(other),
                             unpaired.without(graph_.through[one] & graph_.through[other]), pairs))
                    return true;
                pairs.pop_back();
            }
        return false;
    }

    const Hypergraph<words>& graph_;
    int steps_left_ = 0;
};

}  // namespace noughts

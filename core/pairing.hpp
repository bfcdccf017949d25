// Pairing strategies: disjoint pairs of empty cells such that every line that Maker can still complete contains a pair.
// Whenever Maker takes one cell of a pair Breaker takes the other, so no line is ever completed.
//
// Demands: nothing. Promises: after success `pairs` is such a pairing. No success means nothing.
#pragma once

#include "hypergraph.hpp"

namespace noughts {

// What Maker can still do: the empty cells, and the lines without a stone of Breaker's. What is left of such a line
// to Maker is its empty cells.
template <int words>
struct Residue {
    Cells empty = 0;
    LineSet<words> alive;
};

struct Pair {
    std::uint8_t one, other;
};

// A depth-first search for a pairing: the line with fewest free cells first, pairs that serve most lines first.
// It gives up after `effort` steps, so not finding a pairing means nothing.
template <int words>
class Pairing {
public:
    explicit Pairing(const Hypergraph<words>& graph) : graph_(graph) {
        // Lines that share two cells, directly or through others, form a run (on a board: a row, a column or a
        // diagonal). A pair serves lines of one run only.
        std::vector<int> run(graph.lines.size());
        for (std::size_t line = 0; line < run.size(); ++line) run[line] = static_cast<int>(line);
        for (std::size_t a = 0; a < run.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (size(graph.lines[a] & graph.lines[b]) >= 2 && run[a] != run[b])
                    std::replace(run.begin(), run.end(), run[a], run[b]);
        std::map<int, Lines> runs;
        for (std::size_t line = 0; line < run.size(); ++line) runs[run[line]].add(static_cast<int>(line));
        for (const auto& [number, lines] : runs) runs_.push_back(lines);
    }

    int effort = 60;          // steps, at each of which the tightest line gets a pair
    std::vector<Pair> pairs;  // of the last success

    bool find(const Residue<words>& residue) {
        pairs.clear();
        steps_ = 0;
        int needed = 0;
        for (const Lines& run : runs_) needed += (run & residue.alive).any();
        if (2 * needed > size(residue.empty)) return false;
        const bool success = cover(residue.alive, residue.empty);
        assert(!success || is_pairing(residue));
        return success;
    }

    Cells zone() const {
        Cells cells = 0;
        for (Pair pair : pairs) cells |= bit(pair.one) | bit(pair.other);
        return cells;
    }

private:
    using Lines = LineSet<words>;

    // Whether the pairs are disjoint, of empty cells, and one lies in every line that is alive.
    bool is_pairing(const Residue<words>& residue) const {
        Cells cells = 0;
        Lines unpaired = residue.alive;
        for (Pair pair : pairs) {
            const Cells both = bit(pair.one) | bit(pair.other);
            if (size(both) != 2 || (both & ~residue.empty) || (both & cells)) return false;
            cells |= both;
            unpaired = unpaired.without(graph_.through[pair.one] & graph_.through[pair.other]);
        }
        return !unpaired.any();
    }

    bool cover(const Lines& open, Cells free) {
        Cells tightest = 0;
        int fewest = max_cells + 1;
        for (int i = 0; i < words; ++i)
            for (std::uint64_t rest = open.word[i]; rest; rest &= rest - 1) {
                const Cells line = graph_.lines[64 * i + std::countr_zero(rest)] & free;
                const int count = size(line);
                if (count < fewest) {
                    if (count < 2) return false;
                    fewest = count;
                    tightest = line;
                }
            }
        if (fewest > max_cells) return true;
        if (++steps_ > effort) return false;

        struct Choice {
            int score;
            Pair pair;
        };
        // Enough for all pairs of 23 free cells. A line with more of them is tried with those that come first.
        std::array<Choice, max_cells * 4> choices;
        std::size_t count = 0;
        for (Cells ones = tightest; ones; ones &= ones - 1) {
            const int one = first(ones);
            const Lines of_one = open & graph_.through[one];
            const int lines_of_one = of_one.count();
            for (Cells others = ones & (ones - 1); others; others &= others - 1) {
                const int other = first(others);
                const int both = (of_one & graph_.through[other]).count();
                const int either = lines_of_one + (open & graph_.through[other]).count() - 2 * both;
                // A pair is good if it lies in many open lines, and takes a cell from few others: a line that it
                // serves weighs as much as three from which it takes a cell.
                if (count < choices.size())
                    choices[count++] = {3 * both - either,
                                        {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(other)}};
            }
        }
        std::sort(choices.begin(), choices.begin() + count, [](const Choice& a, const Choice& b) {
            return a.score != b.score ? a.score > b.score
                                      : std::pair(a.pair.one, a.pair.other) < std::pair(b.pair.one, b.pair.other);
        });
        for (std::size_t i = 0; i < count; ++i) {
            const Pair pair = choices[i].pair;
            pairs.push_back(pair);
            if (cover(open.without(graph_.through[pair.one] & graph_.through[pair.other]),
                      free & ~bit(pair.one) & ~bit(pair.other)))
                return true;
            pairs.pop_back();
            if (steps_ > effort) return false;
        }
        return false;
    }

    const Hypergraph<words>& graph_;
    std::vector<Lines> runs_;
    int steps_ = 0;
};

}  // namespace noughts

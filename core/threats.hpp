// Forced-threat search: every move of the attacker threatens to complete a line, so that the reply is forced, until
// there are two threats at once.
//
// Demands: lines of one length, at most 15 cells; stones of the two sides on different cells; no complete line.
// Promises: a sequence that is found wins, as `replay` confirms. Not finding one means nothing.
#pragma once

#include "hypergraph.hpp"
#include "mix.hpp"

namespace noughts {

// For each line, how many of its cells a side holds: bit by bit, the counters of all lines in a few words.
template <int words>
struct LineCounts {
    static constexpr int bits = 4;  // lines of up to 15 cells
    std::array<LineSet<words>, bits> digit{};

    void add(const LineSet<words>& lines) {
        LineSet<words> carry = lines;
        for (auto& it : digit)
            for (int i = 0; i < words; ++i) {
                const std::uint64_t old = it.word[i];
                it.word[i] = old ^ carry.word[i];
                carry.word[i] &= old;
            }
    }
    LineSet<words> equal(int count, const LineSet<words>& among) const {
        LineSet<words> lines = among;
        for (int place = 0; place < bits; ++place) {
            if (count >> place & 1)
                lines &= digit[place];
            else
                lines = lines.without(digit[place]);
        }
        return lines;
    }
};

// Two sides' stones and what they make of the lines; side 0 is the attacker of the whole proof.
template <int words>
struct Duel {
    std::array<Cells, 2> stones{};
    std::array<LineCounts<words>, 2> counts{};
    std::array<LineSet<words>, 2> free{};  // lines without a stone of the opponent's

    static Duel from(const Hypergraph<words>& graph, Cells mine, Cells theirs) {
        Duel duel;
        for (int side : {0, 1})
            for (std::size_t line = 0; line < graph.lines.size(); ++line) duel.free[side].add(static_cast<int>(line));
        for (Cells rest = mine; rest; rest &= rest - 1) duel.place(graph, 0, first(rest));
        for (Cells rest = theirs; rest; rest &= rest - 1) duel.place(graph, 1, first(rest));
        return duel;
    }

    void place(const Hypergraph<words>& graph, int side, int cell) {
        assert(!(taken() & bit(cell)));
        stones[side] |= bit(cell);
        counts[side].add(graph.through[cell]);
        free[1 - side] = free[1 - side].without(graph.through[cell]);
    }

    Cells taken() const { return stones[0] | stones[1]; }

    LineSet<words> lines_with(int side, int count) const { return counts[side].equal(count, free[side]); }

    // The cells with which a side would complete a line.
    Cells completing(const Hypergraph<words>& graph, int side, int length) const {
        Cells cells = 0;
        lines_with(side, length - 1).each([&](int line) { cells |= graph.lines[line] & ~stones[side]; });
        return cells;
    }
};

// A few moves of the attacker; the replies follow from them.
using Sequence = std::vector<std::uint8_t>;

template <int words>
class ThreatSearch {
public:
    ThreatSearch(const Hypergraph<words>& graph, int length) : graph_(graph), length_(length) {
        std::uint64_t seed = 7;
        for (auto& of_side : codes_)
            for (std::uint64_t& code : of_side) code = mix(seed += 0x9e3779b97f4a7c15);
    }

    int effort = 400;  // positions looked at in one search

    // A sequence that wins for `side`, who is to move. Not finding one means nothing.
    bool find(const Duel<words>& duel, int side, Sequence& sequence) {
        sequence.clear();
        ++search_;
        steps_ = 0;
        std::uint64_t key = 0;
        for (int s : {0, 1})
            for (Cells rest = duel.stones[s]; rest; rest &= rest - 1) key ^= codes_[s][first(rest)];
        const bool success = follow(duel, side, key, sequence);
        assert(!success || replay(duel, side, sequence));
        return success;
    }

    // Whether the sequence wins here, too.
    bool replay(Duel<words> duel, int side, const Sequence& sequence) const {
        for (int move : sequence) {
            if (duel.taken() & bit(move)) return false;
            if (duel.completing(graph_, side, length_) & bit(move)) return true;
            duel.place(graph_, side, move);
            const Cells threats = duel.completing(graph_, side, length_);
            if (!threats || duel.completing(graph_, 1 - side, length_)) return false;
            if (size(threats) > 1) return true;
            duel.place(graph_, 1 - side, first(threats));
        }
        return false;
    }

private:
    bool follow(const Duel<words>& duel, int side, std::uint64_t key, Sequence& sequence) {
        if (const Cells wins = duel.completing(graph_, side, length_)) {
            sequence.push_back(static_cast<std::uint8_t>(first(wins)));
            return true;
        }
        const Cells must = duel.completing(graph_, 1 - side, length_);
        if (size(must) > 1 || length_ < 2) return false;
        // Each line that lacks two cells gives two threats; a cell on two such lines gives two at once.
        Cells once = 0, twice = 0;
        const Cells empty = ~duel.taken();
        duel.lines_with(side, length_ - 2).each([&](int line) {
            const Cells two = graph_.lines[line] & empty;
            twice |= once & two;
            once |= two;
        });
        if (must) once &= must, twice &= must;
        if (!once) return false;
        Visit& visit = visits_[key % visits_.size()];
        if (visit.key == key && visit.search == search_) return false;
        visit = {key, search_};
        for (const Cells group : {twice, once & ~twice})
            for (Cells rest = group; rest; rest &= rest - 1) {
                if (++steps_ > effort) return false;
                const int cell = first(rest);
                Duel<words> next = duel;
                next.place(graph_, side, cell);
                const Cells threats = next.completing(graph_, side, length_);
                sequence.push_back(static_cast<std::uint8_t>(cell));
                if (size(threats) > 1) return true;
                const int reply = first(threats);
                next.place(graph_, 1 - side, reply);
                if (follow(next, side, key ^ codes_[side][cell] ^ codes_[1 - side][reply], sequence)) return true;
                sequence.pop_back();
            }
        return false;
    }

    const Hypergraph<words>& graph_;
    int length_;
    int steps_ = 0;
    std::array<std::array<std::uint64_t, max_cells>, 2> codes_{};
    // Positions looked at in this search: a few may be forgotten, and are looked at again.
    struct Visit {
        std::uint64_t key = 0;
        std::uint32_t search = 0;
    };
    std::array<Visit, 1021> visits_{};  // a prime, more than twice the usual effort
    std::uint32_t search_ = 0;
};

}  // namespace noughts

// The Maker–Breaker game, also called the weak game: Maker wants to complete a line, Breaker only to stop it.
// Positions, their keys, and what a look at their lines shows. A position is what Maker can still do (a residue):
// stones are not remembered.
//
// Demands: moves to empty cells. Promises: positions with equal keys are the same to Maker up to symmetry, as long as
// two names do not collide by chance (see proof_keys.hpp).
#pragma once

#include "edge_names.hpp"
#include "pairing.hpp"

namespace noughts {

template <int words>
class WeakGame {
public:
    using State = Residue<words>;

    using Key = ProofKey;  // the same for all positions that are the same to Maker

    WeakGame(const Hypergraph<words>& graph, bool symmetry, int key_bits)
        : graph_(graph),
          symmetries_(symmetry ? graph.group.count() : 1),
          key_bits_(key_bits),
          neighbours_(neighbours_in(graph)),
          edge_names_(graph, symmetries_) {}

    State state_of(Cells maker, Cells breaker) const {
        const Cells board = graph_.cells == max_cells ? ~Cells{0} : bit(graph_.cells) - 1;
        return {board & ~maker & ~breaker, graph_.avoiding(breaker)};
    }

    static State after_maker(State state, int cell) {
        assert(state.empty & bit(cell));
        state.empty &= ~bit(cell);
        return state;
    }

    State after_breaker(State state, int cell) const {
        assert(state.empty & bit(cell));
        state.empty &= ~bit(cell);
        state.alive = state.alive.without(graph_.through[cell]);
        return state;
    }

    // The same for positions that the symmetries carry into each other, and for those that differ only in what no
    // longer matters. A search asks for the keys of the same positions again and again, so the latest are remembered.
    Key key_of(const State& state, bool breaker_moves) {
        Known& known = latest_[place_of(state, breaker_moves)];
        if (known.key.value == 0 || !known.is_of(state, breaker_moves))
            known = {state, breaker_moves, computed_key(state, breaker_moves)};
        return known.key;
    }

    Cells to_table(Cells cells, Key key) const { return moved(cells, graph_.group.image(key.symmetry)); }
    Cells from_table(Cells cells, Key key) const { return moved(cells, graph_.group.inverse(key.symmetry)); }
    int cell_to_table(int cell, Key key) const { return graph_.group.image(key.symmetry)[cell]; }
    int cell_from_table(int cell, Key key) const { return graph_.group.cell_before(key.symmetry, cell); }

    // The cells of `among` that are worth something to Maker, at most so many, those from which he gains most first.
    std::vector<int> ranked(const State& state, Cells among, int most = max_cells) const {
        const Weights weight = weights(state, among);
        std::vector<int> order;
        order.reserve(size(among));
        for (; among; among &= among - 1)
            if (weight[first(among)]) order.push_back(first(among));
        const auto end = order.begin() + std::min(most, static_cast<int>(order.size()));
        std::partial_sort(order.begin(), end, order.end(),
                          [&](int a, int b) { return weight[a] != weight[b] ? weight[a] > weight[b] : a < b; });
        order.erase(end, order.end());
        return order;
    }

    // The first of them. Demands: one of the cells is worth something.
    int strongest(const State& state, Cells among) const {
        const Weights weight = weights(state, among);
        int best = first(among);
        for (; among; among &= among - 1)
            if (weight[first(among)] > weight[best]) best = first(among);
        assert(weight[best]);
        return best;
    }

    // The cells that complete a line for Maker at once.
    Cells completing(const State& state) const {
        Cells cells = 0;
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            if (size(edge) == 1) cells |= edge;
        });
        return cells;
    }

    // The empty cells of lines that Maker can still complete: a move elsewhere is a pass.
    Cells touched(const State& state) const {
        Cells cells = 0;
        state.alive.each([&](int line) { cells |= graph_.lines[line]; });
        return cells & state.empty;
    }

    // Maker completes a line, or makes two threats at once.
    bool maker_wins_soon(const State& state) const {
        Cells in_pairs = 0;
        bool wins = false;
        std::array<Cells, max_cells> partner{};
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            if (size(edge) < 2) wins = true;
            if (size(edge) != 2) return;
            const int a = first(edge), b = first(edge & (edge - 1));
            for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
                if ((in_pairs & bit(one)) && partner[one] != bit(other)) wins = true;
                partner[one] = bit(other);
            }
            in_pairs |= edge;
        });
        return wins;
    }

private:
    struct Known {
        State state;
        bool breaker_moves = false;
        Key key{0, 0};  // a key is never 0

        bool is_of(const State& other, bool moves) const {
            return state.empty == other.empty && state.alive.word == other.alive.word && breaker_moves == moves;
        }
    };

    using Weights = std::array<std::uint32_t, max_cells>;

    Weights weights(const State& state, Cells among) const {
        Weights weight{};
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            const std::uint32_t worth = worth_[size(edge)];
            for (Cells rest = edge & among; rest; rest &= rest - 1) weight[first(rest)] += worth;
        });
        return weight;
    }

    static constexpr int places_bits = 12;

    static std::size_t place_of(const State& state, bool breaker_moves) {
        std::uint64_t code = mix(state.empty + breaker_moves);
        for (std::uint64_t word : state.alive.word) code = mix(code ^ word);
        return code >> (64 - places_bits);
    }

    // A sum over the edges, the smallest over the symmetries. Edges that contain another count for nothing.
    Key computed_key(const State& state, bool breaker_moves) {
        Cells single = 0;  // edges of one cell
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            if (size(edge) == 1) single |= edge;
        });
        begin_names(names_, symmetries_, breaker_moves);
        for (Cells rest = single; rest; rest &= rest - 1) edge_names_.add_to(names_, rest & -rest);
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            if (!(edge & single) && !contains_another(line, edge, state)) edge_names_.add_to(names_, line, edge);
        });
        return smallest(names_, key_bits_);
    }

    // Whether the edge of the line contains that of another line, of at least two cells; of equal ones, an earlier one.
    bool contains_another(int line, Cells edge, const State& state) const {
        bool contains = false;
        (state.alive & neighbours_[line]).each([&](int other) {
            const Cells its_edge = graph_.lines[other] & state.empty;
            contains |= (its_edge & ~edge) == 0 && (its_edge != edge || other < line);
        });
        return contains;
    }

    // For each line, the others with which it shares at least two cells.
    static std::vector<LineSet<words>> neighbours_in(const Hypergraph<words>& graph) {
        std::vector<LineSet<words>> neighbours(graph.lines.size());
        for (std::size_t line = 0; line < graph.lines.size(); ++line)
            for (std::size_t other = 0; other < graph.lines.size(); ++other)
                if (line != other && size(graph.lines[line] & graph.lines[other]) >= 2)
                    neighbours[line].add(static_cast<int>(other));
        return neighbours;
    }

    // What is left of a line is worth half as much again with every stone of Maker's: found by trial on 8,7,5, where
    // four times as much, the usual measure of danger, took three times as long.
    static constexpr auto worth_ = [] {
        std::array<std::uint32_t, max_cells + 1> worth{};
        worth[0] = 1 << 24;
        for (std::size_t cells = 1; cells < worth.size(); ++cells) worth[cells] = worth[cells - 1] / 3 * 2;
        return worth;
    }();

    const Hypergraph<words>& graph_;
    int symmetries_;
    int key_bits_;
    std::vector<LineSet<words>> neighbours_;
    EdgeNames<words> edge_names_;
    ImageNames names_;
    std::vector<Known> latest_ = std::vector<Known>(std::size_t{1} << places_bits);
};

}  // namespace noughts

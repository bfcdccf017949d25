// The Maker–Breaker game, also called the weak game: Maker wants to complete a line, Breaker only to stop it.
// Positions, their keys, and what a look at their lines shows. A position is what Maker can still do (a residue):
// stones are not remembered.
//
// Demands: moves to empty cells. Promises: positions with equal keys are the same to Maker up to symmetry, as long as
// two names do not collide by chance (see proof_keys.hpp).
#pragma once

#include "pairing.hpp"
#include "proof_keys.hpp"

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
          codes_(graph.group, graph.cells, symmetries_, 0) {}

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

    // Cells by what Maker gains from them, best first.
    std::vector<int> ranked(const State& state, Cells among) const {
        std::array<std::uint32_t, max_cells> weight{};
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            const std::uint32_t worth = worth_[size(edge)];
            for (Cells rest = edge & among; rest; rest &= rest - 1) weight[first(rest)] += worth;
        });
        std::vector<int> order;
        for (; among; among &= among - 1)
            if (weight[first(among)]) order.push_back(first(among));
        std::sort(order.begin(), order.end(),
                  [&](int a, int b) { return weight[a] != weight[b] ? weight[a] > weight[b] : a < b; });
        return order;
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

    static constexpr int places_bits = 12;

    static std::size_t place_of(const State& state, bool breaker_moves) {
        std::uint64_t code = mix(state.empty + breaker_moves);
        for (std::uint64_t word : state.alive.word) code = mix(code ^ word);
        return code >> (64 - places_bits);
    }

    // A sum over the edges, the smallest over the symmetries.
    Key computed_key(const State& state, bool breaker_moves) {
        shrink(state);
        begin_names(names_, symmetries_, breaker_moves);
        for (Cells edge : edges_) {
            of_edge_.assign(symmetries_, 0);
            codes_.add_to(of_edge_, edge);
            for (int s = 0; s < symmetries_; ++s) names_[s] += mix(of_edge_[s]);
        }
        return smallest(names_, key_bits_);
    }

    // The lines as Maker sees them, smallest first, without those that contain another.
    void shrink(const State& state) {
        edges_.clear();
        for (auto& bucket : buckets_) bucket.clear();
        state.alive.each([&](int line) {
            const Cells edge = graph_.lines[line] & state.empty;
            buckets_[size(edge)].push_back(edge);
        });
        for (const auto& bucket : buckets_) {
            const std::size_t smaller = edges_.size();
            for (Cells edge : bucket) {
                bool contains = false;
                for (std::size_t i = 0; i < edges_.size() && !contains; ++i)
                    contains = i < smaller ? (edges_[i] & ~edge) == 0 : edges_[i] == edge;
                if (!contains) edges_.push_back(edge);
            }
        }
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
    CellCodes codes_;
    ImageNames names_, of_edge_;
    std::vector<Known> latest_ = std::vector<Known>(std::size_t{1} << places_bits);
    std::vector<Cells> edges_;
    std::array<std::vector<Cells>, max_cells + 1> buckets_;
};

}  // namespace noughts

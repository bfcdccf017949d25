// The nodes of a win: what df-pn (dfpn.hpp) asks about positions of the strong game. The attacker, side 0, is the
// prover.
//
// Demands: no line is complete, and all lines have `length` cells, at most 15. Promises: an entry is evaluated as
// proved only if the attacker wins. As disproved it is also evaluated where the defender is seen to draw or to win by
// threats.
#pragma once

#include "pairing.hpp"
#include "proof_keys.hpp"
#include "proof_table.hpp"
#include "threats.hpp"

namespace noughts {

// Each technique can be switched off, so that tests can hold all of them against brute force.
struct WinOptions {
    bool threats = true;      // look for forced-threat wins
    bool pairings = true;     // give a position up where the defender has a pairing
    bool refutations = true;  // find out by threat sequences which defender moves need an answer of their own
    bool symmetry = true;
    int root_moves = 2;   // moves of the prover before units begin
    int candidates = 10;  // attacker moves tried at a node
    int effort = 400;     // positions of one threat search
    int key_bits = 64;    // fewer make different positions share a key, for tests
};

template <int words>
class WinNodes {
public:
    using State = Duel<words>;

    static constexpr bool skips_images = true;
    static constexpr int by_threats = max_cells;  // in place of a reply, where a threat sequence wins

    WinNodes(const Hypergraph<words>& graph, int length, const WinOptions& options)
        : graph_(graph),
          length_(length),
          options_(options),
          board_(graph.cells == max_cells ? ~Cells{0} : bit(graph.cells) - 1),
          threats_(graph, length),
          pairing_(graph),
          keys_(graph.group, graph.cells, options.symmetry ? graph.group.count() : 1, options.key_bits) {
        threats_.effort = options.effort;
    }

    State state_of(Cells attacker, Cells defender) const { return State::from(graph_, attacker, defender); }
    static std::pair<Cells, Cells> roles(Cells about, Cells against) { return {about, against}; }
    ProofKey key_of(const State& state, bool attacker_moves) { return keys_.of(state.stones, attacker_moves); }
    Cells empty(const State& state) const { return board_ & ~state.taken(); }
    State after_prover(const State& state, int cell) const { return after(state, 0, cell); }
    State after_opponent(const State& state, int cell) const { return after(state, 1, cell); }
    std::vector<int> prover_moves(const State& state) const {
        const Cells forced = completing(state, 1);
        return ranked(state, forced ? forced : empty(state), options_.candidates);
    }
    std::vector<int> opponent_moves(const State& state, Cells open) const { return ranked(state, open, max_cells); }
    Cells counted_moves(const State&, Cells open) const { return open; }

    Cells to_table(Cells cells, ProofKey key) const { return moved(cells, graph_.group.image(key.symmetry)); }
    Cells from_table(Cells cells, ProofKey key) const { return moved(cells, graph_.group.inverse(key.symmetry)); }
    int cell_to_table(int cell, ProofKey key) const { return graph_.group.image(key.symmetry)[cell]; }

    void evaluate_prover(const State& state, ProofKey, ProofEntry& entry) {
        Sequence sequence;
        if (find_threats(state, 0, sequence)) {
            entry.set_proved();
            entry.reply = by_threats;
        } else if (size(completing(state, 1)) > 1 || !empty(state) || defender_has_pairing(state)) {
            entry.set_disproved();
        }
    }

    template <class Lookup>
    void evaluate_opponent(const State& state, ProofKey key, ProofEntry& entry, Lookup) {
        Sequence sequence;
        if (!empty(state) || find_threats(state, 1, sequence)) return entry.set_disproved();
        std::vector<Sequence> sequences;
        const Cells open = unanswered(state, sequences);
        entry.open = to_table(open, key);
        entry.proof = static_cast<std::uint32_t>(size(open));
        entry.disproof = open ? 1 : infinity;
    }

    // Then the attacker completes no line, whatever he threatens: each reply is the other cell of a pair.
    bool defender_has_pairing(const State& state) {
        return options_.pairings && pairing_.find(Residue<words>{empty(state), state.free[0]});
    }

    // A win has no zones: a defender's move anywhere may be a threat.
    void prove(ProofEntry& entry, ProofKey key, int cell, Cells) const {
        entry.set_proved();
        entry.reply = static_cast<std::uint8_t>(cell_to_table(cell, key));
    }
    static Cells still_open(Cells open, int cell, Cells) { return open & ~bit(cell); }
    static void record(ProofEntry&, ProofKey, Cells, Cells) {}  // `open` stays what progress counts

    // The cells with which a side would complete a line.
    Cells completing(const State& state, int side) const { return state.completing(graph_, side, length_); }

    // A threat sequence that wins for `side`, who is to move. Not finding one means nothing.
    bool find_threats(const State& state, int side, Sequence& sequence) {
        if (options_.threats) return threats_.find(state, side, sequence);
        const Cells wins = completing(state, side);
        sequence.assign(wins ? 1 : 0, static_cast<std::uint8_t>(wins ? first(wins) : 0));
        return wins != 0;
    }

    // The same with much more effort, where one was found in a symmetric position, in another order.
    bool find_threats_thoroughly(const State& state, Sequence& sequence) {
        threats_.effort = 1 << 22;  // ten thousand times the usual effort: this is for writing a proof down
        const bool success = threats_.find(state, 0, sequence);
        threats_.effort = options_.effort;
        return success;
    }

    // The defender moves that no threat sequence meets, and the sequences that meet the others.
    Cells unanswered(const State& state, std::vector<Sequence>& sequences) {
        Cells open = empty(state);
        Sequence sequence;
        const auto strike_out = [&] {
            for (Cells rest = open; rest; rest &= rest - 1)
                if (threats_.replay(after(state, 1, first(rest)), 0, sequence)) open &= ~(rest & -rest);
            sequences.push_back(sequence);
        };
        if (!find_threats(state, 0, sequence)) return open;
        strike_out();
        for (Cells rest = open; rest; rest &= rest - 1) {
            if (!(open & rest & -rest)) continue;
            if (options_.refutations && find_threats(after(state, 1, first(rest)), 0, sequence)) strike_out();
        }
        return open;
    }

private:
    State after(State state, int side, int cell) const {
        state.place(graph_, side, cell);
        return state;
    }

    // Cells by the lines they build and the lines they stop, at most so many.
    std::vector<int> ranked(const State& state, Cells among, int most) const {
        std::array<std::uint32_t, max_cells> weight{};
        for (int side : {0, 1})
            for (int count = 0; count < length_; ++count) {
                // A stone more makes a line worth four times as much, and one's own line is worth half as much again
                // as one of the opponent's.
                const std::uint32_t worth = (side == 0 ? 3u : 2u) << std::min(20, 2 * count);
                state.lines_with(side, count).each([&](int line) {
                    for (Cells rest = graph_.lines[line] & among; rest; rest &= rest - 1) weight[first(rest)] += worth;
                });
            }
        std::vector<int> order;
        for (; among; among &= among - 1) order.push_back(first(among));
        // A wrong first move costs a long search. Of first moves that look equal, the one whose lines lead through
        // better cells comes first: 9,4,4 is won by such a move.
        if (!state.taken()) {
            std::array<int, max_cells> nearby{};
            for (int cell : order) nearby[cell] = lines_nearby(cell);
            std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return nearby[a] > nearby[b]; });
        }
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] > weight[b]; });
        if (static_cast<int>(order.size()) > most) order.resize(most);
        return order;
    }

    // How many lines the cells of a cell's lines are on.
    int lines_nearby(int cell) const {
        int count = 0;
        graph_.through[cell].each([&](int line) {
            for (Cells rest = graph_.lines[line]; rest; rest &= rest - 1) count += graph_.through[first(rest)].count();
        });
        return count;
    }

    const Hypergraph<words>& graph_;
    int length_;
    WinOptions options_;
    Cells board_;
    ThreatSearch<words> threats_;
    Pairing<words> pairing_;
    StoneKeys keys_;
};

}  // namespace noughts

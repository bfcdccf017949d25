// The nodes of a hold: what df-pn (dfpn.hpp) asks about positions of the Maker–Breaker game. Breaker is the prover.
//
// Demands: no line is complete. Promises: an entry is evaluated as proved only if Breaker stops Maker, and as disproved
// only if he does not.
//
// Zones. A proof with zone Z is a strategy that plays in Z alone and stops Maker even if Maker owned every empty cell
// outside Z. So a strategy against one Maker move, or against a pass, is one against every Maker move outside its
// zone as well. A pairing's zone is its cells; Breaker's move adds its cell; a Maker node's zone is the union of the
// zones of the refutations it uses.
#pragma once

#include "proof_table.hpp"
#include "static_tests.hpp"

namespace noughts {

template <int words>
class HoldNodes {
public:
    using State = typename WeakGame<words>::State;

    static constexpr bool skips_images = false;

    HoldNodes(const Hypergraph<words>& graph, const HoldOptions& options)
        : game(graph, options.symmetry, options.key_bits), tests(graph, game, options), options_(options) {}

    HoldNodes(const HoldNodes&) = delete;  // `tests` refers to `game`
    HoldNodes& operator=(const HoldNodes&) = delete;

    WeakGame<words> game;
    StaticTests<words> tests;

    State state_of(Cells breaker, Cells maker) const { return game.state_of(maker, breaker); }
    // The proof is about Maker.
    static std::pair<Cells, Cells> roles(Cells about, Cells against) { return {against, about}; }
    ProofKey key_of(const State& state, bool breaker_moves) { return game.key_of(state, breaker_moves); }
    static Cells empty(const State& state) { return state.empty; }
    State after_prover(const State& state, int cell) const { return game.after_breaker(state, cell); }
    State after_opponent(const State& state, int cell) const { return game.after_maker(state, cell); }
    std::vector<int> prover_moves(const State& state) const { return tests.breaker_moves(state, options_.replies); }
    std::vector<int> opponent_moves(const State& state, Cells open) const { return game.ranked(state, open); }
    Cells counted_moves(const State& state, Cells) const { return game.touched(state); }

    Cells to_table(Cells cells, ProofKey key) const { return game.to_table(cells, key); }
    Cells from_table(Cells cells, ProofKey key) const { return game.from_table(cells, key); }
    int cell_to_table(int cell, ProofKey key) const { return game.cell_to_table(cell, key); }

    void evaluate_prover(const State& state, ProofKey key, ProofEntry& entry) {
        if (size(game.completing(state)) > 1) {
            entry.set_disproved();
        } else if (!state.alive.any()) {
            prove(entry, key, first(state.empty), 0);
        } else if (const int cell = tests.look_ahead(state); cell >= 0) {
            prove(entry, key, cell, tests.zone());
        }
    }

    template <class Lookup>
    void evaluate_opponent(const State& state, ProofKey key, ProofEntry& entry, Lookup prover_entry) {
        if (game.maker_wins_soon(state)) return entry.set_disproved();
        if (!state.alive.any()) return entry.set_proved();
        if (tests.find_pairing(state)) {
            entry.set_proved();
            entry.zone = to_table(tests.zone(), key);
            return;
        }
        Cells open = game.touched(state), zone = 0;
        // What Breaker cannot do against a pass he cannot do against any move.
        if (const int reply = options_.zones ? tests.look_ahead(state) : -1; reply >= 0) {
            zone = tests.zone() | bit(reply);
            open &= zone;
            while (open) {
                const int cell = game.strongest(state, open);
                const State next = game.after_maker(state, cell);
                const ProofKey next_key = key_of(next, true);
                const typename StaticTests<words>::Avoiding avoiding(tests, open);
                const ProofEntry answer = prover_entry(next, next_key);
                if (!answer.proved()) break;
                const Cells zone_of_answer = from_table(answer.zone, next_key);
                zone |= zone_of_answer;
                open = still_open(open, cell, zone_of_answer);
            }
        }
        record(entry, key, open, zone);
        entry.proof = static_cast<std::uint32_t>(size(open));
        entry.disproof = open ? 1 : infinity;
    }

    void prove(ProofEntry& entry, ProofKey key, int cell, Cells zone) const {
        entry.set_proved();
        entry.reply = static_cast<std::uint8_t>(cell_to_table(cell, key));
        entry.zone = to_table(zone | bit(cell), key);
    }

    Cells still_open(Cells open, int cell, Cells zone) const {
        return open & ~bit(cell) & (options_.zones ? zone : ~Cells{0});
    }

    void record(ProofEntry& entry, ProofKey key, Cells open, Cells zone) const {
        entry.open = to_table(open, key);
        entry.zone = to_table(zone, key);
    }

private:
    HoldOptions options_;
};

}  // namespace noughts

// The walk over the root plies of a proof, which ends in units: see frontier.hpp. For the games of dfpn.hpp.
//
// Demands: nobody has completed a line.
// Promises: `proved` is returned only if all that it depends on is proved in the table, and is then in the table, too.
// `failed` holds for the budget of the frontier only.
//
// What `Nodes` provides beside what dfpn.hpp asks for:
//     state_of(prover, opponent)      the position with these stones
//     roles(one, other)               the stones of a unit as (prover, opponent), and back: it is its own inverse
//     skips_images                    whether of symmetric moves of the prover only the first is tried
//     counted_moves(state, open)      the opponent's moves that progress counts; `open` are those that needed an answer
#pragma once

#include <set>

#include "dfpn.hpp"

namespace noughts {

template <class Nodes>
class RootWalk {
public:
    RootWalk(Nodes& nodes, ProofTable& table, Dfpn<Nodes>& search, Frontier& frontier)
        : nodes_(nodes), table_(table), search_(search), frontier_(frontier) {}

    // Walks over `root_plies` moves of the prover; then units begin.
    ProofStatus walk(Cells prover, Cells opponent, bool prover_moves, int root_plies) {
        assert((prover & opponent) == 0 && root_plies >= 0);
        return (prover_moves ? or_node(prover, opponent, root_plies) : and_node(prover, opponent, root_plies)).status;
    }

private:
    using State = typename Nodes::State;

    // The zone is that of the proof, if it is proved.
    struct Result {
        ProofStatus status;
        Cells zone = 0;
    };

    // Moves are tried one after the other: the next is looked at when the one before has failed.
    Result or_node(Cells prover, Cells opponent, int plies) {
        const State state = nodes_.state_of(prover, opponent);
        const ProofKey key = nodes_.key_of(state, true);
        ProofEntry entry = search_.prover_entry(state, key);
        if (entry.proved()) return {ProofStatus::proved, nodes_.from_table(entry.zone, key)};
        if (entry.disproved()) return {ProofStatus::failed};
        if (plies == 0 && !frontier_.is_split(key.value)) {
            const auto [one, other] = Nodes::roles(prover, opponent);
            return {frontier_.offer(key.value, one, other)};
        }
        const Frontier::Split split(frontier_, key.value, plies == 0);
        const auto to_table = [&](int cell) { return nodes_.cell_to_table(cell, key); };
        std::set<std::uint64_t> keys;
        for (int cell : frontier_.in_order(key.value, nodes_.prover_moves(state), to_table)) {
            if (Nodes::skips_images &&
                !keys.insert(nodes_.key_of(nodes_.after_prover(state, cell), false).value).second)
                continue;
            frontier_.line.push_back(cell);
            const Result after = and_node(prover | bit(cell), opponent, std::max(0, plies - 1));
            frontier_.line.pop_back();
            if (after.status == ProofStatus::failed) continue;
            if (after.status == ProofStatus::waiting) return after;
            nodes_.prove(entry, key, cell, after.zone);
            table_.store(entry);
            return {ProofStatus::proved, nodes_.from_table(entry.zone, key)};
        }
        return {ProofStatus::failed};
    }

    // All of the opponent's moves are looked at, so that units for all of them can be searched at the same time.
    Result and_node(Cells prover, Cells opponent, int plies) {
        const State state = nodes_.state_of(prover, opponent);
        const ProofKey key = nodes_.key_of(state, false);
        ProofEntry entry = search_.opponent_entry(state, key);
        const Cells open_at_first = nodes_.from_table(entry.open, key) & nodes_.empty(state);
        Cells open = open_at_first, zone = nodes_.from_table(entry.zone, key), waiting = 0;
        if (entry.proved()) return {ProofStatus::proved, zone};
        if (entry.disproved()) return {ProofStatus::failed};
        for (int cell : nodes_.opponent_moves(state, open)) {
            if ((open & bit(cell)) == 0) continue;
            frontier_.line.push_back(cell);
            const Result after = or_node(prover, opponent | bit(cell), plies);
            frontier_.line.pop_back();
            if (after.status == ProofStatus::failed) return after;
            if (after.status == ProofStatus::waiting) {
                waiting |= bit(cell);
            } else {
                zone |= after.zone;
                open = nodes_.still_open(open, cell, after.zone);
            }
            if ((waiting & open) && frontier_.is_full()) break;
        }
        if (frontier_.line.size() <= 1) count_classes(state, nodes_.counted_moves(state, open_at_first), open);
        if (open) return {ProofStatus::waiting};
        nodes_.record(entry, key, open, zone);
        entry.set_proved();
        table_.store(entry);
        return {ProofStatus::proved, zone};
    }

    void count_classes(const State& state, Cells moves, Cells open) {
        std::set<std::uint64_t> all, unproved;
        for (; moves; moves &= moves - 1) {
            const std::uint64_t key = nodes_.key_of(nodes_.after_opponent(state, first(moves)), true).value;
            all.insert(key);
            if ((open & bit(first(moves))) && !table_.is_proved(key)) unproved.insert(key);
        }
        frontier_.classes = static_cast<int>(all.size());
        frontier_.classes_proved = frontier_.classes - static_cast<int>(unproved.size());
    }

    Nodes& nodes_;
    ProofTable& table_;
    Dfpn<Nodes>& search_;
    Frontier& frontier_;
};

}  // namespace noughts

// Breaker wins the Maker–Breaker game: Maker completes no line, whatever he does, although Breaker only blocks and a
// line of Breaker's own counts for nothing. In certificates this is a part of the kind `hold`. It implies the same in
// the strong game, where Breaker's lines can only help him: see guard.hpp for what that game adds.
//
// Demands and promises: those of dfpn_prover.hpp, where the prover is Breaker.
#pragma once

#include "dfpn_prover.hpp"
#include "hold_nodes.hpp"
#include "hold_writer.hpp"

namespace noughts {

template <int words>
class Hold : public DfpnProver<HoldNodes<words>> {
public:
    using State = typename WeakGame<words>::State;

    Hold(const Hypergraph<words>& graph, ProofTable& table, const HoldOptions& options)
        : Prover(table, options.root_moves, graph, options), graph_(graph), with_zones_(options.zones) {}

    // Writes a proof that has been found. Where it needs a reply that nobody has looked for, it searches for about
    // `budget` nodes.
    void extract(Cells maker, Cells breaker, bool breaker_moves, HoldSink& sink, std::uint64_t budget,
                 Control& control) {
        search_.watch(control);
        budget_ = budget;
        HoldWriter(*this, graph_, nodes_.game, nodes_.tests, with_zones_, sink)
            .write(this->state_of(maker, breaker), breaker_moves);
    }

    // For the writer: a move that holds against the position, as the table says.
    std::optional<HoldReply> known_reply(const State& state) {
        if (!state.alive.any() && state.empty) return HoldReply{first(state.empty), bit(first(state.empty))};
        const ProofKey key = nodes_.key_of(state, true);
        const auto entry = table_.find(key.value);
        return entry ? legal_reply(state, key, *entry) : std::nullopt;
    }

    // For the writer: a move that holds where the table has none, or none that will do.
    std::optional<HoldReply> find_reply(const State& state, bool may_search) {
        if (!state.empty || !state.alive.any()) return known_reply(state);
        const ProofKey key = nodes_.key_of(state, true);
        const auto in_table = [&] { return legal_reply(state, key, search_.prover_entry(state, key)); };
        if (const auto reply = in_table(); reply || !may_search || budget_ == 0) return reply;
        StaticTests<words>& tests = nodes_.tests;
        const int cell = tests.thoroughly([&] { return tests.look_ahead(state, graph_.cells); });
        if (cell >= 0) return HoldReply{cell, tests.zone() | bit(cell), true};
        const std::uint64_t before = search_.count();
        search_.run(state, key, budget_);
        budget_ -= std::min(budget_, search_.count() - before);
        return in_table();
    }

    // For the writer: where the proof of a position plays, if there is one.
    std::optional<Cells> zone_of(ProofKey key) const {
        const auto entry = table_.find(key.value);
        return entry && entry->proved() ? std::optional(nodes_.from_table(entry->zone, key)) : std::nullopt;
    }

private:
    // The reply of an entry, which may come from a file that somebody has written.
    std::optional<HoldReply> legal_reply(const State& state, ProofKey key, const ProofEntry& entry) const {
        if (!entry.proved() || entry.reply >= graph_.cells) return std::nullopt;
        const int reply = nodes_.game.cell_from_table(entry.reply, key);
        const Cells forced = nodes_.game.completing(state);
        if (!(bit(reply) & (forced ? forced : state.empty)) || size(forced) > 1) return std::nullopt;
        return HoldReply{reply, nodes_.from_table(entry.zone, key) | bit(reply), entry.is_static};
    }

    using Prover = DfpnProver<HoldNodes<words>>;
    using Prover::nodes_, Prover::search_, Prover::table_;

    const Hypergraph<words>& graph_;
    bool with_zones_;
    std::uint64_t budget_ = 0;  // nodes for all that is missing while a proof is written: little, if the table is right
};

}  // namespace noughts

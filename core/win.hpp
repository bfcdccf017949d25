// The first player wins the strong game, or the second: one side, the attacker, completes a line first, whatever the
// other, the defender, does. In certificates this is a part of the kind `win`.
//
// Demands and promises: those of dfpn_prover.hpp, where the prover is the attacker; and lines are of one length.
#pragma once

#include "dfpn_prover.hpp"
#include "win_nodes.hpp"
#include "win_writer.hpp"

namespace noughts {

template <int words>
class Win : public DfpnProver<WinNodes<words>> {
public:
    using State = typename WinNodes<words>::State;

    Win(const Hypergraph<words>& graph, int length, ProofTable& table, const WinOptions& options)
        : Prover(table, options.root_moves, graph, length, options), graph_(graph) {}

    // Writes a proof that has been found. Where it needs a move that nobody has looked for, it searches for about
    // `budget` nodes.
    void extract(Cells attacker, Cells defender, bool attacker_moves, WinSink& sink, std::uint64_t budget,
                 Control& control) {
        search_.watch(control);
        budget_ = budget;
        WinWriter(*this, graph_, nodes_, sink).write(this->state_of(attacker, defender), attacker_moves);
    }

    // For the writer: a move that wins, which the search has proved or can prove, or `by_threats`.
    int reply_to(const State& state, bool may_search) {
        const ProofKey key = nodes_.key_of(state, true);
        if (!table_.is_proved(key.value) && may_search) search_.run(state, key, budget_);
        const auto entry = table_.find(key.value);
        if (!entry || !entry->proved()) throw Gap{};
        if (entry->reply == WinNodes<words>::by_threats) return entry->reply;
        if (entry->reply >= graph_.cells) throw Gap{};
        const int reply = graph_.group.cell_before(key.symmetry, entry->reply);
        const Cells forced = nodes_.completing(state, 1);
        if (!(bit(reply) & (forced ? forced : nodes_.empty(state))) || size(forced) > 1) throw Gap{};
        return reply;
    }

private:
    using Prover = DfpnProver<WinNodes<words>>;
    using Prover::nodes_, Prover::search_, Prover::table_;

    const Hypergraph<words>& graph_;
    std::uint64_t budget_ = 0;  // of one search while a proof is written
};

}  // namespace noughts

// The first player wins the strong game, or the second: one side, the attacker, completes a line first, whatever the
// other, the defender, does. In certificates this is a part of the kind `win`.
//
// Demands and promises: those of dfpn_prover.hpp, where the prover is the attacker; and lines are of one length.
#pragma once

#include <map>

#include "dfpn_prover.hpp"
#include "win_nodes.hpp"

namespace noughts {

class AttackSink {
public:
    virtual ~AttackSink() = default;
    virtual void sequence(const Sequence& moves) = 0;
    virtual void attack(int cell) = 0;
    virtual void defence(const std::vector<Sequence>& sequences) = 0;
    virtual void answer(int defender_move) = 0;
    virtual void end_of_defence() = 0;
    virtual void same_defence(std::uint64_t node, int symmetry) = 0;
};

template <int words>
class Attack : public DfpnProver<WinNodes<words>> {
public:
    Attack(const Hypergraph<words>& graph, int length, ProofTable& table, const AttackOptions& options)
        : Prover(table, options.root_plies, graph, length, options), graph_(graph) {}

    // Writes a proof that has been found; see HoldWriter for what happens where there is a gap.
    void extract(Cells attacker, Cells defender, bool attacker_moves, AttackSink& sink, std::uint64_t budget,
                 Control& control) {
        search_.watch(control);
        budget_ = budget;
        written_.clear();
        completed_ = 0;
        stands_ = true;
        const State state = this->state_of(attacker, defender);
        if (attacker_moves) {
            write_attack(state, sink);
        } else {
            write_defence(state, sink);
        }
    }

private:
    using Prover = DfpnProver<WinNodes<words>>;
    using Prover::nodes_, Prover::search_, Prover::table_;
    using State = typename WinNodes<words>::State;

    struct Written {
        std::uint64_t number;
        int symmetry;
    };

    void write_attack(const State& state, AttackSink& sink) {
        Sequence sequence;
        if (nodes_.find_threats(state, 0, sequence)) {
            sink.sequence(sequence);
            return;
        }
        const ProofKey key = nodes_.key_of(state, true);
        try {
            const int reply = proved_reply(state, key);
            if (reply == WinNodes<words>::by_threats) {
                if (!nodes_.find_threats_thoroughly(state, sequence)) throw Gap{};
                sink.sequence(sequence);
                return;
            }
            const int cell = graph_.group.cell_before(key.symmetry, reply);
            const Cells forced = nodes_.completing(state, 1);
            if (!(bit(cell) & (forced ? forced : nodes_.empty(state))) || size(forced) > 1) throw Gap{};
            sink.attack(cell);
            write_defence(nodes_.after_prover(state, cell), sink);
        } catch (const Gap&) {
            stands_ = false;
            table_.forget(key.value);
            throw;
        }
    }

    // The attacker's move as the table sees it, or `by_threats`.
    int proved_reply(const State& state, ProofKey key) {
        if (!table_.is_proved(key.value) && stands_) search_.run(state, key, budget_);
        const auto entry = table_.find(key.value);
        if (!entry || !entry->proved()) throw Gap{};
        if (entry->reply >= graph_.cells && entry->reply != WinNodes<words>::by_threats) throw Gap{};
        return entry->reply;
    }

    void write_defence(const State& state, AttackSink& sink) {
        search_.check();
        const ProofKey key = nodes_.key_of(state, false);
        if (const auto same = written_.find(key.value); same != written_.end()) {
            sink.same_defence(same->second.number, graph_.group.there_and_back(same->second.symmetry, key.symmetry));
            return;
        }
        std::vector<Sequence> sequences;
        const bool is_over = !nodes_.empty(state) || nodes_.completing(state, 1);
        const Cells open = is_over ? 0 : nodes_.unanswered(state, sequences);
        bool stands = !is_over;
        sink.defence(sequences);
        for (Cells rest = open; rest; rest &= rest - 1) {
            sink.answer(first(rest));
            try {
                write_attack(nodes_.after_opponent(state, first(rest)), sink);
            } catch (const Gap&) {
                stands = false;
            }
        }
        sink.end_of_defence();
        if (!stands) {
            table_.forget(key.value);
            throw Gap{};
        }
        written_[key.value] = {completed_++, key.symmetry};
    }

    const Hypergraph<words>& graph_;
    std::uint64_t budget_ = 0;  // of one search while a proof is written
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
    bool stands_ = true;
};

}  // namespace noughts

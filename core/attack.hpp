// The first player wins the strong game, or the second: one side, the attacker, completes a line first, whatever the
// other, the defender, does. In certificates this is a part of the kind `win`.
//
// Demands: no line is complete in the position, lines are of one length, and tables are shared only between searches of
// the same game with the same options.
// Promises: `proved` and true are said only if the attacker wins. Anything else means that no win was found with the
// moves that were tried, and nothing follows from it.
#pragma once

#include <map>

#include "root_walk.hpp"
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
class Attack {
public:
    // Several may share a table, each in a thread of its own.
    Attack(const Hypergraph<words>& graph, int length, ProofTable& table, const AttackOptions& options)
        : graph_(graph), options_(options), table_(table), nodes_(graph, length, options), search_(nodes_, table) {}

    Attack(const Attack&) = delete;
    Attack& operator=(const Attack&) = delete;

    // Whether it is proved, and which units are to be searched next.
    ProofStatus walk(Cells attacker, Cells defender, bool attacker_moves, Frontier& frontier, Control& control) {
        search_.watch(control);
        RootWalk root_walk(nodes_, table_, search_, frontier);
        return root_walk.walk(attacker, defender, attacker_moves, options_.root_plies);
    }

    // A unit: whether the attacker, who is to move, wins. It gives up after about `budget` nodes.
    SearchResult search(Cells attacker, Cells defender, std::uint64_t budget, Control& control) {
        search_.watch(control);
        return search_.search(nodes_.state_of(attacker, defender), budget);
    }

    // Writes a proof that has been found; see HoldWriter for what happens where there is a gap.
    void extract(Cells attacker, Cells defender, bool attacker_moves, AttackSink& sink, std::uint64_t budget,
                 Control& control) {
        search_.watch(control);
        budget_ = budget;
        written_.clear();
        completed_ = 0;
        stands_ = true;
        const State state = nodes_.state_of(attacker, defender);
        if (attacker_moves) {
            write_attack(state, sink);
        } else {
            write_defence(state, sink);
        }
    }

    std::uint64_t nodes() const { return search_.count(); }
    void forget_nodes() { search_.reset_count(); }

private:
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
    AttackOptions options_;
    ProofTable& table_;
    WinNodes<words> nodes_;
    Dfpn<WinNodes<words>> search_;
    std::uint64_t budget_ = 0;  // of one search while a proof is written
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
    bool stands_ = true;
};

}  // namespace noughts

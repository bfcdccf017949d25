// Writes down a proof that one side, the attacker, completes a line first, from what is in the table.
//
// Demands: a position that the search has proved. Promises: what is written is a complete proof unless Gap or Stopped
// is thrown, as far as the writer sees; the checker decides.
#pragma once

#include <map>

#include "win_nodes.hpp"

namespace noughts {

// Receives the parts of a proof, in preorder: see docs/certificates.md.
class WinSink {
public:
    virtual ~WinSink() = default;
    virtual void sequence(const Sequence& moves) = 0;
    virtual void attack(int cell) = 0;
    virtual void defence(const std::vector<Sequence>& sequences) = 0;
    virtual void answer(int defender_move) = 0;
    virtual void end_of_defence() = 0;
    virtual void same_defence(std::uint64_t node, int symmetry) = 0;
};

// What `Search` provides:
//     reply_to(state, may_search)   a move that wins, from the table or by a search, or `by_threats`; throws Gap if
//                                   there is none
//     forget(key)                   removes a proof that turned out to be none
//     check()                       throws Stopped when the work is to end
//
// See HoldWriter for what happens where there is a gap.
template <class Search, int words>
class WinWriter {
public:
    using State = typename WinNodes<words>::State;

    WinWriter(Search& search, const Hypergraph<words>& graph, WinNodes<words>& nodes, WinSink& sink)
        : search_(search), graph_(graph), nodes_(nodes), sink_(sink) {}

    void write(const State& state, bool attacker_moves) {
        if (attacker_moves) {
            write_attack(state);
        } else {
            write_defence(state);
        }
    }

private:
    struct Written {
        std::uint64_t number;  // nodes are numbered as they are completed
        int symmetry;          // from the node's own frame to that of the table
    };

    void write_attack(const State& state) {
        Sequence sequence;
        if (nodes_.find_threats(state, 0, sequence)) {
            sink_.sequence(sequence);
            return;
        }
        try {
            const int reply = search_.reply_to(state, stands_);
            if (reply == WinNodes<words>::by_threats) {
                if (!nodes_.find_threats_thoroughly(state, sequence)) throw Gap{};
                sink_.sequence(sequence);
                return;
            }
            sink_.attack(reply);
            write_defence(nodes_.after_prover(state, reply));
        } catch (const Gap&) {
            stands_ = false;
            search_.forget(nodes_.key_of(state, true));
            throw;
        }
    }

    void write_defence(const State& state) {
        search_.check();
        const ProofKey key = nodes_.key_of(state, false);
        if (const auto same = written_.find(key.value); same != written_.end()) {
            sink_.same_defence(same->second.number, graph_.group.there_and_back(same->second.symmetry, key.symmetry));
            return;
        }
        std::vector<Sequence> sequences;
        const bool is_over = !nodes_.empty(state) || nodes_.completing(state, 1);
        const Cells open = is_over ? 0 : nodes_.unanswered(state, sequences);
        bool stands = !is_over;
        sink_.defence(sequences);
        for (Cells rest = open; rest; rest &= rest - 1) {
            sink_.answer(first(rest));
            try {
                write_attack(nodes_.after_opponent(state, first(rest)));
            } catch (const Gap&) {
                stands = false;
            }
        }
        sink_.end_of_defence();
        if (!stands) {
            search_.forget(key);
            throw Gap{};
        }
        written_[key.value] = {completed_++, key.symmetry};
    }

    Search& search_;
    const Hypergraph<words>& graph_;
    WinNodes<words>& nodes_;
    WinSink& sink_;
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
    bool stands_ = true;
};

}  // namespace noughts

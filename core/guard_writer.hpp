// Writes down a proof that Maker does not win the strong game, from what is in the table.
//
// Demands: a position that the search has proved. Promises: what is written is a complete proof unless Gap or Stopped
// is thrown, as far as the writer sees; the checker decides.
#pragma once

#include <map>

#include "pairing.hpp"
#include "proof_keys.hpp"
#include "proof_table.hpp"
#include "threats.hpp"

namespace noughts {

// Receives the parts of a proof, in preorder: see docs/certificates.md.
class GuardSink {
public:
    virtual ~GuardSink() = default;
    virtual void pairing(const std::vector<Pair>& pairs) = 0;
    virtual void first_move(int cell) = 0;
    virtual void guard() = 0;
    virtual void answer(int maker_move, int reply) = 0;
    virtual void end_of_strategy() = 0;
    virtual void same_guard(std::uint64_t node, int symmetry) = 0;
};

// What `Search` provides: positions and what a look at them shows (see Guard), and
//     reply_to(state, may_search)   a reply that holds, from the table or by a search; throws Gap if there is none
//     forget(key)                   removes a proof that turned out to be none
//     check()                       throws Stopped when the work is to end
//
// See HoldWriter for what happens where there is a gap.
template <class Search, int words>
class GuardWriter {
public:
    using State = Duel<words>;

    GuardWriter(Search& search, const Hypergraph<words>& graph, GuardSink& sink)
        : search_(search), graph_(graph), sink_(sink) {}

    void write(const State& state, bool breaker_moves) {
        if (!breaker_moves) {
            write(state);
        } else if (const Cells wins = search_.completing(state, 1)) {
            sink_.first_move(first(wins));
        } else {
            answer(state, [&](int reply) { sink_.first_move(reply); });
        }
        if (!stands_) throw Gap{};
    }

private:
    struct Written {
        std::uint64_t number;  // nodes are numbered as they are completed
        int symmetry;          // from the node's own frame to that of the table
    };

    // Writes Breaker's reply with `write_reply`, and what follows it; false where there is a gap.
    template <class WriteReply>
    bool answer(const State& state, WriteReply write_reply) {
        try {
            const int reply = search_.reply_to(state, stands_);
            write_reply(reply);
            write(search_.after(state, 1, reply));
            return true;
        } catch (const Gap&) {
            search_.forget(search_.key_of(state, true));
            stands_ = false;
            return false;
        }
    }

    void write(const State& state) {
        const ProofKey key = search_.key_of(state, false);
        if (const auto same = written_.find(key.value); same != written_.end()) {
            sink_.same_guard(same->second.number, graph_.group.there_and_back(same->second.symmetry, key.symmetry));
            return;
        }
        search_.check();
        if (search_.find_pairing(state)) {
            sink_.pairing(search_.pairs());
            return;
        }
        sink_.guard();
        bool stands = search_.completing(state, 0) == 0;
        for (Cells rest = stands ? search_.empty(state) : 0; rest; rest &= rest - 1) {
            const State next = search_.after(state, 0, first(rest));
            if (search_.completing(next, 1) || !search_.empty(next)) continue;  // Breaker wins, or the board is full
            stands &= answer(next, [&](int reply) { sink_.answer(first(rest), reply); });
        }
        sink_.end_of_strategy();
        if (!stands) {
            search_.forget(key);
            throw Gap{};
        }
        written_[key.value] = {completed_++, key.symmetry};
    }

    Search& search_;
    const Hypergraph<words>& graph_;
    GuardSink& sink_;
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
    bool stands_ = true;
};

}  // namespace noughts

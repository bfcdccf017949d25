// Writes down a proof that Breaker wins the Maker–Breaker game, from what is in the table.
//
// Demands: a position that the search has proved. Promises: what is written is a complete proof unless Gap or Stopped
// is thrown, as far as the writer sees; the checker decides.
#pragma once

#include <map>
#include <optional>

#include "proof_table.hpp"
#include "static_tests.hpp"

namespace noughts {

// Receives the parts of a proof, in preorder: see docs/certificates.md.
class HoldSink {
public:
    virtual ~HoldSink() = default;
    virtual void pairing(const std::vector<Pair>& pairs) = 0;
    virtual void strategy() = 0;
    virtual void first_move(int cell) = 0;               // where Breaker begins
    virtual void answer(int maker_move, int reply) = 0;  // maker_move is -1 for a pass
    virtual void end_of_strategy() = 0;
    virtual void reference(std::uint64_t node, int symmetry) = 0;
};

// What `Search` provides:
//     reply_to(state, may_search)   a reply that holds, from the table or by a search; throws Gap if there is none
//     zone_of(key)                  where the proof of a position plays, if there is one
//     forget(key)                   removes a proof that turned out to be none
//     check()                       throws Stopped when the work is to end
//
// Where a reply leads to a gap, the walk goes on beside it, so that all that is false on its way is forgotten at once.
// Then it throws Gap, and what was written is worth nothing.
template <class Search, int words>
class HoldWriter {
public:
    using State = typename WeakGame<words>::State;

    HoldWriter(Search& search, const Hypergraph<words>& graph, WeakGame<words>& game, StaticTests<words>& static_tests,
               bool zones, HoldSink& sink)
        : search_(search), graph_(graph), game_(game), static_(static_tests), zones_(zones), sink_(sink) {}

    void write(const State& state, bool breaker_moves) {
        if (breaker_moves) {
            answer(state, [&](int reply) { sink_.first_move(reply); });
        } else {
            write(state);
        }
        if (!stands_) throw Gap{};
    }

private:
    struct Written {
        std::uint64_t number;  // nodes are numbered as they are completed
        Cells zone;            // in the frame of the table
        int symmetry;          // from the node's own frame to that of the table
    };

    // Writes Breaker's reply with `write_reply`, and what follows it. Returns where both play; nothing where there is a
    // gap.
    template <class WriteReply>
    std::optional<Cells> answer(const State& state, WriteReply write_reply) {
        const ProofKey key = game_.key_of(state, true);
        try {
            const int reply = search_.reply_to(state, stands_);
            write_reply(reply);
            return write(game_.after_breaker(state, reply)) | bit(reply);
        } catch (const Gap&) {
            search_.forget(key);
            stands_ = false;
            return std::nullopt;
        }
    }

    // Returns the zone of the strategy as written, which may differ from the one the search found: what a node needs
    // is decided by the zones of what has been written.
    Cells write(const State& state) {
        const ProofKey key = game_.key_of(state, false);
        if (const auto same = written_.find(key.value); same != written_.end()) {
            sink_.reference(same->second.number, graph_.group.there_and_back(same->second.symmetry, key.symmetry));
            return game_.from_table(same->second.zone, key);
        }
        search_.check();
        Cells zone = 0;
        if (!state.alive.any()) {
            sink_.pairing({});
        } else if (find_pairing(state, key)) {
            zone = static_.zone();
            sink_.pairing(static_.pairs());
        } else {
            zone = write_strategy(state, key);
        }
        written_[key.value] = {completed_++, game_.to_table(zone, key), key.symmetry};
        return zone;
    }

    // A pairing that was hard to see saves the nodes below it. It must not need more of the board than what the search
    // found: replies to moves elsewhere might be hard to find, too.
    bool find_pairing(const State& state, ProofKey key) {
        if (static_.find_pairing(state)) return true;
        if (!static_.thoroughly([&] { return static_.find_pairing(state); })) return false;
        const std::optional<Cells> zone = search_.zone_of(key);
        return !zone || (static_.zone() & ~*zone) == 0;
    }

    Cells write_strategy(const State& state, ProofKey key) {
        using Avoiding = typename StaticTests<words>::Avoiding;
        const Avoiding nothing(static_, 0);
        bool stands = game_.completing(state) == 0;
        Cells open = stands ? state.empty : 0, zone = 0;
        const auto add = [&](std::optional<Cells> its_zone) {
            stands = stands && its_zone.has_value();
            if (!its_zone) return;
            zone |= *its_zone;
            open &= *its_zone;
        };
        sink_.strategy();
        if (const int reply = zones_ && stands ? static_.look_ahead(state) : -1; reply >= 0) {
            sink_.answer(-1, reply);
            add(write(game_.after_breaker(state, reply)) | bit(reply));  // a pairing was just seen there
        }
        while (open) {
            const std::vector<int> order = game_.ranked(state, open);
            const int cell = order.empty() ? first(open) : order.front();
            const Avoiding avoiding(static_, open);
            add(answer(game_.after_maker(state, cell), [&](int reply) { sink_.answer(cell, reply); }));
            open &= ~bit(cell);
        }
        sink_.end_of_strategy();
        if (!stands) {
            search_.forget(key);
            throw Gap{};
        }
        return zone;
    }

    Search& search_;
    const Hypergraph<words>& graph_;
    WeakGame<words>& game_;
    StaticTests<words>& static_;
    bool zones_;
    HoldSink& sink_;
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
    bool stands_ = true;
};

}  // namespace noughts

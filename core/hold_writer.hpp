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

// A move of Breaker's, and where the strategy that begins with it plays; it may be known that a pairing follows.
struct HoldReply {
    int cell;
    Cells zone;
    bool has_pairing = false;
};

// What `Search` provides:
//     known_reply(state)               a reply that holds, with its zone, if the table has one
//     find_reply(state, may_search)    the same by static tests and, if it may, by a search
//     zone_of(key)                     where the proof of a position plays, if there is one
//     forget(key)                      removes a proof that turned out to be none
//     check()                          throws Stopped when the work is to end
//
// What is written plays where the search has proved that Breaker can: in a zone of the table. If it used more of the
// board, moves that the search has refuted by that zone would need replies that nobody has looked for, and these may be
// as hard to find as the proof itself. A reply that is missing all the same, because the table has lost it, is looked
// for as if Maker owned all cells outside the zone, where it must exist; and on the whole board, if it is not found.
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
            answer(state, state.empty, [&](int reply) { sink_.first_move(reply); });
        } else {
            write(state, state.empty, state.empty, false);
        }
        if (!stands_) throw Gap{};
    }

private:
    struct Written {
        std::uint64_t number;  // nodes are numbered as they are completed
        Cells zone;            // in the frame of the table
        int symmetry;          // from the node's own frame to that of the table
    };

    static constexpr int few_steps = 300, most_steps = 1 << 20;  // of a search for a pairing in a zone

    static bool is_within(Cells cells, Cells allowed) { return (cells & ~allowed) == 0; }

    // The position as if Maker owned all cells outside.
    static State restricted(State state, Cells allowed) {
        state.empty &= allowed;
        return state;
    }

    // Writes Breaker's reply with `write_reply`, and what follows it, if possible within the cells that are allowed.
    // Returns where both play; nothing where there is a gap.
    template <class WriteReply>
    std::optional<Cells> answer(State state, Cells allowed, WriteReply write_reply) {
        const ProofKey key = game_.key_of(state, true);
        try {
            const HoldReply reply = reply_to(state, allowed);
            write_reply(reply.cell);
            const State after = game_.after_breaker(state, reply.cell);
            return write(after, allowed | reply.zone, reply.zone, reply.has_pairing) | bit(reply.cell);
        } catch (const Gap&) {
            search_.forget(key);
            search_.forget(game_.key_of(state, true));
            stands_ = false;
            return std::nullopt;
        }
    }

    // Restricts the state if the reply does not hold otherwise.
    HoldReply reply_to(State& state, Cells allowed) {
        std::optional<HoldReply> known = search_.known_reply(state);
        if (known && is_within(known->zone & state.empty, allowed)) return *known;
        const State inner = restricted(state, allowed);
        if (const auto found = search_.find_reply(inner, stands_)) {
            state = inner;
            return *found;
        }
        if (!known) known = search_.find_reply(state, stands_);
        if (!known) throw Gap{};
        return *known;
    }

    // Writes a strategy that plays in `proved`, or a pairing that plays where it is allowed. Returns the zone as
    // written: what a node needs is decided by the zones of what has been written.
    Cells write(const State& state, Cells allowed, Cells proved, bool has_pairing) {
        const ProofKey key = game_.key_of(state, false);
        if (const auto same = written_.find(key.value); same != written_.end()) {
            const Cells zone = game_.from_table(same->second.zone, key);
            if (is_within(zone, allowed)) {
                const int symmetry = graph_.group.there_and_back(same->second.symmetry, key.symmetry);
                sink_.reference(same->second.number, symmetry);
                return zone;
            }
        }
        search_.check();
        if (const auto zone = search_.zone_of(key); zone && is_within(*zone & state.empty, allowed)) proved = *zone;
        Cells zone = 0;
        if (!state.alive.any()) {
            sink_.pairing({});
        } else if (find_pairing(restricted(state, allowed), restricted(state, proved), has_pairing)) {
            zone = static_.zone();
            sink_.pairing(static_.pairs());
        } else {
            zone = write_strategy(state, proved, key);
        }
        written_[key.value] = {completed_++, game_.to_table(zone, key), key.symmetry};
        return zone;
    }

    // A pairing that was hard to see saves the nodes below it. What has been found before, in a symmetric position or
    // with other preferences, is in `proved`.
    bool find_pairing(const State& allowed, const State& proved, bool has_pairing) {
        if (static_.find_pairing(allowed)) return true;
        if (has_pairing && static_.find_tight_pairing(proved, most_steps)) return true;
        return static_.thoroughly([&] { return static_.find_pairing(allowed); }) ||
               static_.find_tight_pairing(proved, few_steps);
    }

    Cells write_strategy(const State& state, Cells allowed, ProofKey key) {
        using Avoiding = typename StaticTests<words>::Avoiding;
        const Avoiding nothing(static_, 0);
        // In a true zone Maker completes nothing at once. If this one is false, something that it rests on is, too, and
        // is met on the whole board.
        if (game_.completing(restricted(state, allowed))) allowed = state.empty;
        const State inner = restricted(state, allowed);
        bool stands = game_.completing(inner) == 0;
        Cells open = stands ? state.empty : 0, listed = 0, zone = 0;
        const auto add = [&](std::optional<Cells> its_zone) {
            stands = stands && its_zone.has_value();
            if (!its_zone) return;
            zone |= *its_zone;
            open &= *its_zone;
        };
        sink_.strategy();
        if (const int reply = zones_ && stands ? static_.look_ahead(inner) : -1; reply >= 0) {
            sink_.answer(-1, reply);
            const Cells seen = static_.zone();
            add(write(game_.after_breaker(inner, reply), allowed, seen, true) | bit(reply));
        }
        while (open) {
            const int cell = next_move(state, allowed, open, listed);
            const Avoiding avoiding(static_, open);
            add(answer(game_.after_maker(state, cell), allowed, [&](int reply) { sink_.answer(cell, reply); }));
            open &= ~bit(cell);
            listed |= bit(cell);
        }
        sink_.end_of_strategy();
        if (!stands) {
            search_.forget(key);
            throw Gap{};
        }
        return zone;
    }

    // The move of Maker's to answer next: if possible one with an answer in the table that plays where it is allowed.
    // Also a move that needs no answer can be such, if its answer refutes one that does.
    int next_move(const State& state, Cells allowed, Cells open, Cells listed) {
        const auto refuted = [&](int cell) -> Cells {
            const std::optional<HoldReply> reply = search_.known_reply(game_.after_maker(state, cell));
            return reply && is_within(reply->zone & state.empty, allowed) ? bit(cell) | ~reply->zone : 0;
        };
        const std::vector<int> order = game_.ranked(state, open);
        for (int cell : order)
            if (refuted(cell)) return cell;
        if (zones_)
            for (int cell : game_.ranked(state, state.empty & ~open & ~listed))
                if (open & refuted(cell)) return cell;
        return order.empty() ? first(open) : order.front();
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

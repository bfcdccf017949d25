// Writes down a proof that Breaker stops Maker, from what the search remembers of it.
#pragma once

#include <map>
#include <optional>

#include "at_sight.hpp"

namespace noughts {

// What is told of a proof, in preorder: see docs/certificates.md.
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

// `Search` knows or finds a reply that holds, `reply_to(state)`; `known_zone(key)` is where a proof plays that it knows;
// its `check()` throws when the work is to end.
template <class Search, int words>
class HoldWriter {
public:
    using State = typename WeakGame<words>::State;

    HoldWriter(Search& search, const Hypergraph<words>& graph, WeakGame<words>& game, AtSight<words>& sight, bool zones, HoldSink& sink)
        : search_(search), graph_(graph), game_(game), sight_(sight), zones_(zones), sink_(sink) {}

    void write(const State& state, bool breaker_moves) {
        if (breaker_moves) {
            const int reply = search_.reply_to(state);
            sink_.first_move(reply);
            write(game_.after_breaker(state, reply));
        } else {
            write(state);
        }
    }

private:
    struct Written {
        std::uint64_t number;  // nodes are numbered as they are completed
        Cells zone;            // in the frame of the table
        int symmetry;          // from the node's own frame to that of the table
    };

    // Returns the zone of the strategy as written, which may differ from the one the search found: what a node needs
    // is decided by the zones of what has been written.
    Cells write(const State& state) {
        const ProofKey key = game_.key_of(state, false);
        if (const auto found = written_.find(key.value); found != written_.end()) {
            sink_.reference(found->second.number, graph_.group.there_and_back(found->second.symmetry, key.symmetry));
            return game_.from_table(found->second.zone, key);
        }
        search_.check();
        Cells zone = 0;
        if (!state.alive.any()) {
            sink_.pairing({});
        } else if (find_pairing(state, key)) {
            zone = sight_.zone();
            sink_.pairing(sight_.pairs());
        } else {
            zone = write_strategy(state);
        }
        written_[key.value] = {completed_++, game_.to_table(zone, key), key.symmetry};
        return zone;
    }

    // A pairing that was hard to see saves the nodes below it. It must not need more of the board than what the search
    // found: replies to moves elsewhere might be hard to find, too.
    bool find_pairing(const State& state, ProofKey key) {
        if (sight_.find_pairing(state)) return true;
        if (!sight_.thoroughly([&] { return sight_.find_pairing(state); })) return false;
        const std::optional<Cells> zone = search_.known_zone(key);
        return !zone || (sight_.zone() & ~*zone) == 0;
    }

    Cells write_strategy(const State& state) {
        sink_.strategy();
        Cells open = state.empty, zone = 0;
        const auto answered = [&](int cell, int reply) {
            sink_.answer(cell, reply);
            const Cells its_zone = write(game_.after_breaker(game_.after_maker(state, cell), reply)) | bit(reply);
            zone |= its_zone;
            open &= its_zone;
            if (cell >= 0) open &= ~bit(cell);
        };
        if (const int reply = zones_ ? sight_.look_ahead(state) : -1; reply >= 0) answered(-1, reply);
        while (open) {
            const std::vector<int> order = game_.ranked(state, open);
            const int cell = order.empty() ? first(open) : order.front();
            answered(cell, search_.reply_to(game_.after_maker(state, cell)));
        }
        sink_.end_of_strategy();
        return zone;
    }

    Search& search_;
    const Hypergraph<words>& graph_;
    WeakGame<words>& game_;
    AtSight<words>& sight_;
    bool zones_;
    HoldSink& sink_;
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
};

}  // namespace noughts

// Breaker wins the Maker–Breaker game: Maker completes no line, whatever he does, although Breaker only blocks and a
// line of Breaker's own counts for nothing. In certificates this is a part of the kind `hold`. It implies the same in
// the strong game, where Breaker's lines can only help him: see guard.hpp for what that game adds.
//
// Demands: no line is complete in the position, and tables are shared only between searches of the same game with the
// same options.
// Promises: `proved` and true are said only if Breaker has a strategy. Anything else means that none was found with the
// moves that were tried, and nothing follows from it.
#pragma once

#include "hold_nodes.hpp"
#include "hold_writer.hpp"
#include "root_walk.hpp"

namespace noughts {

template <int words>
class MakerBreaker {
public:
    using State = typename WeakGame<words>::State;

    // Several may share a table, each in a thread of its own.
    MakerBreaker(const Hypergraph<words>& graph, ProofTable& table, const HoldOptions& options)
        : graph_(graph), options_(options), table_(table), nodes_(graph, options), search_(nodes_, table) {}

    MakerBreaker(const MakerBreaker&) = delete;
    MakerBreaker& operator=(const MakerBreaker&) = delete;

    // Whether it is proved, and which units are to be searched next.
    ProofStatus walk(Cells maker, Cells breaker, bool breaker_moves, Frontier& frontier, Control& control) {
        search_.watch(control);
        RootWalk root_walk(nodes_, table_, search_, frontier);
        return root_walk.walk(breaker, maker, breaker_moves, options_.root_plies);
    }

    // A unit: whether Breaker, who is to move, stops Maker. It gives up after about `budget` nodes.
    SearchResult search(Cells maker, Cells breaker, std::uint64_t budget, Control& control) {
        search_.watch(control);
        return search_.search(nodes_.state_of(breaker, maker), budget);
    }

    // Writes a proof that has been found. Where it needs a reply that nobody has looked for, it searches for about
    // `budget` nodes.
    void extract(Cells maker, Cells breaker, bool breaker_moves, HoldSink& sink, std::uint64_t budget,
                 Control& control) {
        search_.watch(control);
        budget_ = budget;
        HoldWriter(*this, graph_, nodes_.game, nodes_.tests, options_.zones, sink)
            .write(nodes_.state_of(breaker, maker), breaker_moves);
    }

    // For the writer: a move that holds against the position, which the search has proved or can prove.
    int reply_to(const State& state, bool may_search) {
        if (!state.alive.any() && state.empty) return first(state.empty);
        const ProofKey key = nodes_.key_of(state, true);
        ProofEntry entry = search_.prover_entry(state, key);
        if (!entry.proved() && may_search) {
            StaticTests<words>& tests = nodes_.tests;
            const int cell = tests.thoroughly([&] { return tests.look_ahead(state, graph_.cells); });
            if (cell >= 0) return cell;
            search_.run(state, key, budget_);
            entry = search_.prover_entry(state, key);
        }
        if (!entry.proved() || entry.reply >= graph_.cells) throw Gap{};
        const int reply = nodes_.game.cell_from_table(entry.reply, key);
        const Cells forced = nodes_.game.completing(state);
        if (!(bit(reply) & (forced ? forced : state.empty)) || size(forced) > 1) throw Gap{};
        return reply;
    }

    // For the writer: a proof that turned out to be none.
    void forget(ProofKey key) { table_.forget(key.value); }

    // For the writer: where the proof of a position plays, if there is one.
    std::optional<Cells> zone_of(ProofKey key) const {
        const auto entry = table_.find(key.value);
        return entry && entry->proved() ? std::optional(nodes_.from_table(entry->zone, key)) : std::nullopt;
    }

    // For the writer: throws Stopped when the work is to end.
    void check() const { search_.check(); }

    std::uint64_t nodes() const { return search_.count(); }
    void forget_nodes() { search_.reset_count(); }

private:
    const Hypergraph<words>& graph_;
    HoldOptions options_;
    ProofTable& table_;
    HoldNodes<words> nodes_;
    Dfpn<HoldNodes<words>> search_;
    std::uint64_t budget_ = 0;  // of one search while a proof is written
};

}  // namespace noughts

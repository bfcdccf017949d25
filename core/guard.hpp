// The second player draws the strong game: one side, called Maker, completes no line first, because the other, Breaker,
// may complete one, too, which ends the game, and so can make threats that must be met. In certificates this is a part
// of the kind `guard`. It is for positions such as 5,5,4, in which Maker wins the Maker–Breaker game
// (maker_breaker.hpp).
//
// A depth-first search with a table, and no df-pn: the boards are small, and every move is tried.
//
// Demands: no line is complete in the position, lines are of one length, and tables are shared only between searches of
// the same game. Promises: `proved` and true are returned only if Breaker stops Maker. `failed` and false mean that he
// does not, or that the budget did not suffice.
#pragma once

#include <set>

#include "control.hpp"
#include "frontier.hpp"
#include "pairing.hpp"
#include "proof_keys.hpp"
#include "proof_table.hpp"
#include "threats.hpp"

namespace noughts {

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

template <int words>
class Guard {
public:
    Guard(const Hypergraph<words>& graph, int length, ProofTable& table, int key_bits)
        : graph_(graph),
          length_(length),
          table_(table),
          pairing_(graph),
          threats_(graph, length),
          keys_(graph.group, graph.cells, graph.group.count(), key_bits) {
        // Less than in the other provers: here nodes are many and cheap, and every move is tried anyway.
        pairing_.effort = 20;
        threats_.effort = 60;
        board_ = graph.cells == max_cells ? ~Cells{0} : bit(graph.cells) - 1;
    }

    // The units are Maker's moves, or the whole where Breaker begins.
    ProofStatus walk(Cells maker, Cells breaker, bool breaker_moves, Frontier& frontier, Control& control) {
        control_ = &control;
        const State state = State::from(graph_, maker, breaker);
        return breaker_moves ? walk_breaker(state, frontier) : walk_maker(state, frontier);
    }

    // Whether Breaker, who is to move, holds. It gives up after about `budget` nodes.
    SearchResult search(Cells maker, Cells breaker, std::uint64_t budget, Control& control) {
        control_ = &control;
        deadline_ = nodes_ + budget;
        try {
            const State state = State::from(graph_, maker, breaker);
            const bool holds = breaker_node(state);
            if (holds) table_.publish(key_of(state, true).value);
            return {holds};
        } catch (const OverBudget&) {
            return {false};  // what was settled on the way stays in the table
        }
    }

    // Writes a proof that has been found; see HoldWriter for what happens where there is a gap.
    void extract(Cells maker, Cells breaker, bool breaker_moves, GuardSink& sink, std::uint64_t budget,
                 Control& control) {
        control_ = &control;
        budget_ = budget;
        written_.clear();
        completed_ = 0;
        stands_ = true;
        const State state = State::from(graph_, maker, breaker);
        if (!breaker_moves) {
            write(state, sink);
        } else if (const Cells wins = completes(state, 1)) {
            sink.first_move(first(wins));
        } else {
            answer(state, sink, [&](int reply) { sink.first_move(reply); });
        }
        if (!stands_) throw Gap{};
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget_nodes() { nodes_ = 0; }

private:
    using State = Duel<words>;

    struct OverBudget {};

    ProofStatus walk_breaker(const State& state, Frontier& frontier) {
        if (completes(state, 1) || !empty(state)) return ProofStatus::proved;
        const Key key = key_of(state, true);
        const auto entry = table_.find(key.value);
        if (entry) return entry->proved() ? ProofStatus::proved : ProofStatus::failed;
        if (!frontier.is_split(key.value)) return frontier.offer(key.value, state.stones[0], state.stones[1]);
        const Frontier::Split split(frontier, key.value, true);
        const Cells forced = completes(state, 0);
        if (size(forced) > 1) return ProofStatus::failed;
        for (int cell : ranked(state, forced ? forced : empty(state))) {
            frontier.line.push_back(cell);
            const ProofStatus answer = walk_maker(after(state, 1, cell), frontier);
            frontier.line.pop_back();
            if (answer == ProofStatus::failed) continue;
            if (answer == ProofStatus::proved) remember(key, true, cell);
            return answer;
        }
        return ProofStatus::failed;
    }

    ProofStatus walk_maker(const State& state, Frontier& frontier) {
        const Key key = key_of(state, false);
        if (completes(state, 0)) return ProofStatus::failed;
        const Cells threats = completes(state, 1);
        if (size(threats) > 1 || table_.is_proved(key.value)) return ProofStatus::proved;
        std::set<std::uint64_t> classes;
        bool waits = false;
        int proved = 0;
        for (int cell : ranked(state, threats ? threats : empty(state))) {
            const State next = after(state, 0, cell);
            const bool is_new = classes.insert(key_of(next, true).value).second;
            frontier.line.push_back(cell);
            const ProofStatus answer = walk_breaker(next, frontier);
            frontier.line.pop_back();
            if (answer == ProofStatus::failed) return ProofStatus::failed;
            if (answer == ProofStatus::waiting) waits = true;
            proved += is_new && answer == ProofStatus::proved;
        }
        if (frontier.line.size() <= 1) {
            frontier.classes = static_cast<int>(classes.size());
            frontier.classes_proved = proved;
        }
        if (waits) return ProofStatus::waiting;
        remember(key, true, 0);
        return ProofStatus::proved;
    }

    using Key = ProofKey;

    State after(State state, int side, int cell) const {
        state.place(graph_, side, cell);
        return state;
    }
    Cells empty(const State& state) const { return board_ & ~state.taken(); }
    Cells completes(const State& state, int side) const { return state.completing(graph_, side, length_); }

    Key key_of(const State& state, bool breaker_moves) { return keys_.of(state.stones, breaker_moves); }

    std::vector<int> ranked(const State& state, Cells among) const {
        std::array<std::uint32_t, max_cells> weight{};
        for (int side : {0, 1})
            for (int count = 0; count < length_; ++count) {
                // A stone more makes a line worth four times as much. The limit keeps the sum of 512 lines in 32 bits.
                const std::uint32_t worth = 1u << std::min(20, 2 * count);
                state.lines_with(side, count).each([&](int line) {
                    for (Cells rest = graph_.lines[line] & among; rest; rest &= rest - 1) weight[first(rest)] += worth;
                });
            }
        std::vector<int> order;
        for (; among; among &= among - 1) order.push_back(first(among));
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] > weight[b]; });
        return order;
    }

    bool find_pairing(const State& state) { return pairing_.find(Residue<words>{empty(state), state.free[0]}); }

    void remember(Key key, bool holds, int reply) {
        ProofEntry entry;
        entry.key = key.value;
        entry.proof = holds ? 0 : infinity;
        entry.disproof = holds ? infinity : 0;
        entry.reply = graph_.group.image(key.symmetry)[reply];
        table_.store(entry);
    }

    bool maker_node(const State& state) {
        if (completes(state, 0)) return false;
        const Cells threats = completes(state, 1);
        if (size(threats) > 1 || !empty(state)) return true;
        const Key key = key_of(state, false);
        if (const auto entry = table_.find(key.value)) return entry->proved();
        if (nodes_ >= deadline_) throw OverBudget{};
        if ((++nodes_ & 63) == 0 && !control_->go_on(nodes_)) throw Stopped{};  // a node takes some microseconds
        bool holds = find_pairing(state);
        Sequence sequence;
        if (!holds && !threats_.find(state, 0, sequence)) {
            holds = true;
            for (int cell : ranked(state, threats ? threats : empty(state)))
                if (!breaker_node(after(state, 0, cell))) {
                    holds = false;
                    break;
                }
        }
        remember(key, holds, 0);
        return holds;
    }

    bool breaker_node(const State& state) {
        if (completes(state, 1) || !empty(state)) return true;
        const Cells forced = completes(state, 0);
        if (size(forced) > 1) return false;
        const Key key = key_of(state, true);
        if (const auto entry = table_.find(key.value)) return entry->proved();
        for (int cell : ranked(state, forced ? forced : empty(state)))
            if (maker_node(after(state, 1, cell))) {
                remember(key, true, cell);
                return true;
            }
        remember(key, false, 0);
        return false;
    }

    // ── extraction ─────────────────────────────────────────────────────────────────────────────────────────────

    // A move that holds against the position, where Breaker cannot complete a line.
    int proved_reply(const State& state, Key key) {
        const Cells forced = completes(state, 0);
        deadline_ = nodes_ + (stands_ ? budget_ : 0);
        try {
            if (size(forced) > 1 || !breaker_node(state)) throw Gap{};
        } catch (const OverBudget&) {
            throw Gap{};
        }
        const auto entry = table_.find(key.value);
        if (!entry || !entry->proved() || entry->reply >= graph_.cells) throw Gap{};
        const int reply = graph_.group.cell_before(key.symmetry, entry->reply);
        if (!(bit(reply) & (forced ? forced : empty(state)))) throw Gap{};
        return reply;
    }

    // Writes Breaker's reply with `write_reply`, and what follows it; false where there is a gap.
    template <class WriteReply>
    bool answer(const State& state, GuardSink& sink, WriteReply write_reply) {
        const Key key = key_of(state, true);
        try {
            const int reply = proved_reply(state, key);
            write_reply(reply);
            write(after(state, 1, reply), sink);
            return true;
        } catch (const Gap&) {
            table_.forget(key.value);
            stands_ = false;
            return false;
        }
    }

    void write(const State& state, GuardSink& sink) {
        const Key key = key_of(state, false);
        if (const auto same = written_.find(key.value); same != written_.end()) {
            sink.same_guard(same->second.number, graph_.group.there_and_back(same->second.symmetry, key.symmetry));
            return;
        }
        if (!control_->go_on(nodes_)) throw Stopped{};
        if (find_pairing(state)) {
            sink.pairing(pairing_.pairs);
            return;
        }
        sink.guard();
        bool stands = completes(state, 0) == 0;
        for (Cells rest = stands ? empty(state) : 0; rest; rest &= rest - 1) {
            const State next = after(state, 0, first(rest));
            if (completes(next, 1) || !empty(next)) continue;  // Breaker completes a line, or the board is full
            stands &= answer(next, sink, [&](int reply) { sink.answer(first(rest), reply); });
        }
        sink.end_of_strategy();
        if (!stands) {
            table_.forget(key.value);
            throw Gap{};
        }
        written_[key.value] = {completed_++, key.symmetry};
    }

    struct Written {
        std::uint64_t number;
        int symmetry;
    };

    const Hypergraph<words>& graph_;
    int length_;
    Control* control_ = nullptr;
    ProofTable& table_;
    Pairing<words> pairing_;
    ThreatSearch<words> threats_;
    Cells board_ = 0;
    StoneKeys keys_;
    std::uint64_t nodes_ = 0;
    std::uint64_t deadline_ = 0;
    std::uint64_t budget_ = 0;  // of one search while a proof is written
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
    bool stands_ = true;
};

}  // namespace noughts

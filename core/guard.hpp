// One side, Maker, does not win the strong game, because its opponent, Breaker, blocks and makes threats: a line of
// either side ends the game. In certificates this is a part of the kind `guard`. It is for positions such as 5,5,4, in
// which Maker wins the Maker–Breaker game (hold.hpp).
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
#include "guard_writer.hpp"
#include "pairing.hpp"
#include "proof_keys.hpp"
#include "proof_table.hpp"
#include "threats.hpp"

namespace noughts {

template <int words>
class Guard {
public:
    using State = Duel<words>;

    Guard(const Hypergraph<words>& graph, int length, ProofTable& table, int key_bits)
        : graph_(graph),
          length_(length),
          table_(table),
          pairing_(graph),
          threats_(graph, length),
          keys_(graph.group, graph.cells, graph.group.count(), key_bits) {
        // Less than in the other provers: here nodes are many and cheap, and every move is tried anyway.
        pairing_.effort = 4;
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
    UnitResult search(Cells maker, Cells breaker, std::uint64_t budget, Control& control) {
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

    // Writes a proof that has been found. Where it needs a reply that nobody has looked for, it searches for about
    // `budget` nodes.
    void extract(Cells maker, Cells breaker, bool breaker_moves, GuardSink& sink, std::uint64_t budget,
                 Control& control) {
        control_ = &control;
        budget_ = budget;
        GuardWriter(*this, graph_, sink).write(State::from(graph_, maker, breaker), breaker_moves);
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget_nodes() { nodes_ = 0; }

    // For the writer: positions, and what a look at them shows.
    State after(State state, int side, int cell) const {
        state.place(graph_, side, cell);
        return state;
    }
    Cells empty(const State& state) const { return board_ & ~state.taken(); }
    Cells completing(const State& state, int side) const { return state.completing(graph_, side, length_); }
    ProofKey key_of(const State& state, bool breaker_moves) { return keys_.of(state.stones, breaker_moves); }
    bool find_pairing(const State& state) { return pairing_.find(Residue<words>{empty(state), state.free[0]}); }
    const std::vector<Pair>& pairs() const { return pairing_.pairs; }

    // For the writer: a move that holds against the position, where Breaker cannot complete a line.
    int reply_to(const State& state, bool may_search) {
        const Cells forced = completing(state, 0);
        deadline_ = nodes_ + (may_search ? budget_ : 0);
        try {
            if (size(forced) > 1 || !breaker_node(state)) throw Gap{};
        } catch (const OverBudget&) {
            throw Gap{};
        }
        const ProofKey key = key_of(state, true);
        const auto entry = table_.find(key.value);
        if (!entry || !entry->proved() || entry->reply >= graph_.cells) throw Gap{};
        const int reply = graph_.group.cell_before(key.symmetry, entry->reply);
        if (!(bit(reply) & (forced ? forced : empty(state)))) throw Gap{};
        return reply;
    }

    // For the writer: removes a proof that turned out to be none; throws Stopped when the work is to end.
    void forget(ProofKey key) { table_.forget(key.value); }
    void check() const {
        if (!control_->go_on(nodes_)) throw Stopped{};
    }

private:
    struct OverBudget {};

    ProofStatus walk_breaker(const State& state, Frontier& frontier) {
        if (completing(state, 1) || !empty(state)) return ProofStatus::proved;
        const ProofKey key = key_of(state, true);
        const auto entry = table_.find(key.value);
        if (entry) return entry->proved() ? ProofStatus::proved : ProofStatus::failed;
        if (!frontier.is_split(key.value)) return frontier.offer(key.value, state.stones[0], state.stones[1]);
        const Frontier::Split split(frontier, key.value, true);
        const Cells forced = completing(state, 0);
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
        const ProofKey key = key_of(state, false);
        if (completing(state, 0)) return ProofStatus::failed;
        const Cells threats = completing(state, 1);
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

    void remember(ProofKey key, bool holds, int reply) {
        ProofEntry entry;
        entry.key = key.value;
        entry.proof = holds ? 0 : infinity;
        entry.disproof = holds ? infinity : 0;
        entry.reply = graph_.group.image(key.symmetry)[reply];
        table_.store(entry);
    }

    bool maker_node(const State& state) {
        if (completing(state, 0)) return false;
        const Cells threats = completing(state, 1);
        if (size(threats) > 1 || !empty(state)) return true;
        const ProofKey key = key_of(state, false);
        if (const auto entry = table_.find(key.value)) return entry->proved();
        if (nodes_ >= deadline_) throw OverBudget{};
        if ((++nodes_ & 63) == 0) check();  // a node takes some microseconds
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
        if (completing(state, 1) || !empty(state)) return true;
        const Cells forced = completing(state, 0);
        if (size(forced) > 1) return false;
        const ProofKey key = key_of(state, true);
        if (const auto entry = table_.find(key.value)) return entry->proved();
        for (int cell : ranked(state, forced ? forced : empty(state)))
            if (maker_node(after(state, 1, cell))) {
                remember(key, true, cell);
                return true;
            }
        remember(key, false, 0);
        return false;
    }

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
};

}  // namespace noughts

// Breaker stops Maker in the strong game, where a line of Breaker's own ends the game and a threat of his must be met.
// For positions such as 5,5,4 in which Maker would win if Breaker could only block.
//
// Contract: `proved` and true are said only if Breaker stops Maker. Every move is tried, so `failed` and false mean that
// he does not, or that the budget did not suffice.
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
    Guard(const Hypergraph<words>& graph, int length, ProofTable& table)
        : graph_(graph),
          length_(length),
          table_(table),
          pairing_(graph),
          threats_(graph, length),
          keys_(graph.group, graph.cells, graph.group.count()) {
        pairing_.effort = 20;
        threats_.effort = 60;
        board_ = graph.cells == max_cells ? ~Cells{0} : bit(graph.cells) - 1;
    }

    // The units are Maker's moves, or the whole where Breaker begins.
    Answer drive(Cells maker, Cells breaker, bool breaker_moves, Frontier& frontier, Control& control) {
        control_ = &control;
        const State state = State::from(graph_, maker, breaker);
        return breaker_moves ? drive_breaker(state, frontier) : drive_maker(state, frontier);
    }

    // Whether Breaker, who is to move, holds. It gives up after about `budget` nodes.
    Found search(Cells maker, Cells breaker, std::uint64_t budget, Control& control) {
        control_ = &control;
        deadline_ = nodes_ + budget;
        try {
            const State state = State::from(graph_, maker, breaker);
            const bool holds = breaker_node(state);
            if (holds) table_.tell(key_of(state, true).value);
            return {holds};
        } catch (const OverBudget&) {
            return {false};  // what was found out on the way stays in the table
        }
    }

    void extract(Cells maker, Cells breaker, bool breaker_moves, GuardSink& sink, Control& control) {
        control_ = &control;
        deadline_ = std::numeric_limits<std::uint64_t>::max();
        written_.clear();
        completed_ = 0;
        State state = State::from(graph_, maker, breaker);
        if (breaker_moves) {
            const bool wins = completes(state, 1) != 0;
            const int reply = proved_reply(state);
            sink.first_move(reply);
            if (wins) return;
            state.place(graph_, 1, reply);
        }
        write(state, sink);
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget_nodes() { nodes_ = 0; }

private:
    using State = Duel<words>;

    struct OverBudget {};

    Answer drive_breaker(const State& state, Frontier& frontier) {
        if (completes(state, 1) || !empty(state)) return Answer::proved;
        const Key key = key_of(state, true);
        const auto known = table_.find(key.value);
        if (known) return known->proved() ? Answer::proved : Answer::failed;
        if (!frontier.is_split(key.value)) return frontier.offer(key.value, state.stones[0], state.stones[1]);
        const Frontier::Split split(frontier, key.value, true);
        const Cells forced = completes(state, 0);
        if (size(forced) > 1) return Answer::failed;
        for (int cell : ranked(state, forced ? forced : empty(state))) {
            frontier.line.push_back(cell);
            const Answer answer = drive_maker(after(state, 1, cell), frontier);
            frontier.line.pop_back();
            if (answer == Answer::failed) continue;
            if (answer == Answer::proved) remember(key, true, cell);
            return answer;
        }
        return Answer::failed;
    }

    Answer drive_maker(const State& state, Frontier& frontier) {
        const Key key = key_of(state, false);
        if (completes(state, 0)) return Answer::failed;
        const Cells threats = completes(state, 1);
        if (size(threats) > 1 || table_.is_proved(key.value)) return Answer::proved;
        std::set<std::uint64_t> classes;
        bool waits = false;
        int proved = 0;
        for (int cell : ranked(state, threats ? threats : empty(state))) {
            const State next = after(state, 0, cell);
            const bool is_new = classes.insert(key_of(next, true).value).second;
            frontier.line.push_back(cell);
            const Answer answer = drive_breaker(next, frontier);
            frontier.line.pop_back();
            if (answer == Answer::failed) return Answer::failed;
            if (answer == Answer::waiting) waits = true;
            proved += is_new && answer == Answer::proved;
        }
        if (frontier.line.size() <= 1) {
            frontier.classes = static_cast<int>(classes.size());
            frontier.classes_proved = proved;
        }
        if (waits) return Answer::waiting;
        remember(key, true, 0);
        return Answer::proved;
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

    bool find_pairing(const State& state) {
        return pairing_.find(Residue<words>{empty(state), state.free[0]});
    }

    void remember(Key key, bool holds, int reply) {
        ProofEntry entry;
        entry.key = key.value;
        entry.proof = holds ? 0 : no_hope;
        entry.disproof = holds ? no_hope : 0;
        entry.reply = graph_.group.image(key.symmetry)[reply];
        table_.store(entry);
    }

    bool maker_node(const State& state) {
        if (completes(state, 0)) return false;
        const Cells threats = completes(state, 1);
        if (size(threats) > 1 || !empty(state)) return true;
        const Key key = key_of(state, false);
        if (const auto known = table_.find(key.value)) return known->proved();
        if (nodes_ >= deadline_) throw OverBudget{};
        if ((++nodes_ & 63) == 0 && !control_->go_on(nodes_)) throw Stopped{};
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
        if (const auto known = table_.find(key.value)) return known->proved();
        for (int cell : ranked(state, forced ? forced : empty(state)))
            if (maker_node(after(state, 1, cell))) {
                remember(key, true, cell);
                return true;
            }
        remember(key, false, 0);
        return false;
    }

    // ── extraction ─────────────────────────────────────────────────────────────────────────────────────────────

    int proved_reply(const State& state) {
        if (const Cells wins = completes(state, 1)) return first(wins);
        const Key key = key_of(state, true);
        if (!breaker_node(state)) throw std::logic_error("a proof has a gap");
        return graph_.group.cell_before(key.symmetry, table_.find(key.value)->reply);
    }

    void write(const State& state, GuardSink& sink) {
        const Key key = key_of(state, false);
        if (const auto found = written_.find(key.value); found != written_.end()) {
            sink.same_guard(found->second.number, graph_.group.there_and_back(found->second.symmetry, key.symmetry));
            return;
        }
        if (!control_->go_on(nodes_)) throw Stopped{};
        if (find_pairing(state)) {
            sink.pairing(pairing_.pairs);
            return;
        }
        sink.guard();
        for (Cells rest = empty(state); rest; rest &= rest - 1) {
            const State next = after(state, 0, first(rest));
            if (completes(next, 1) || !empty(next)) continue;  // Breaker completes a line, or the board is full
            const int reply = proved_reply(next);
            sink.answer(first(rest), reply);
            write(after(next, 1, reply), sink);
        }
        sink.end_of_strategy();
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
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
};

}  // namespace noughts

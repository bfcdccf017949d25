// The attacker completes a line first, whatever the defender does: a proof of a win in the strong game.
//
// Contract: `proved` and true are said only if the attacker wins. Anything else means that no win was found with the
// moves that were tried, and nothing follows from it.
#pragma once

#include <set>

#include "control.hpp"
#include "frontier.hpp"
#include "proof_keys.hpp"
#include "proof_table.hpp"
#include "threats.hpp"

namespace noughts {

// Each technique can be switched off, so that tests can hold all of them against brute force.
struct AttackOptions {
    bool threats = true;     // look for forced-threat wins
    bool refutations = true; // find out by threat sequences which defender moves need an answer of their own
    bool symmetry = true;
    int driven = 2;          // so many moves of the prover are tried depth-first before df-pn takes over
    int candidates = 10;     // attacker moves tried at a node
    int effort = 400;        // of one threat search
};

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
        : graph_(graph),
          length_(length),
          options_(options),
          table_(table),
          threats_(graph, length),
          keys_(graph.group, graph.cells, options.symmetry ? graph.group.count() : 1) {
        threats_.effort = options.effort;
        board_ = graph.cells == max_cells ? ~Cells{0} : bit(graph.cells) - 1;
    }

    // What is known, and which units are wanted next.
    Answer drive(Cells attacker, Cells defender, bool attacker_moves, Frontier& frontier, Control& control) {
        control_ = &control;
        const State state = State::from(graph_, attacker, defender);
        return attacker_moves ? drive_attacker(state, options_.driven, frontier)
                              : drive_defender(state, options_.driven, frontier);
    }

    // One df-pn: whether the attacker, who is to move, wins. It gives up after about `budget` nodes.
    Found search(Cells attacker, Cells defender, std::uint64_t budget, Control& control) {
        control_ = &control;
        deadline_ = nodes_ + budget;
        const State state = State::from(graph_, attacker, defender);
        const Key key = key_of(state, true);
        search_attacker(state, key, no_hope, no_hope);
        if (is_proved(key)) {
            table_.tell(key.value);
            return {true};
        }
        return {false, graph_.group.image(key.symmetry)[most_promising(state)]};
    }

    // Writes a proof that has been found.
    void extract(Cells attacker, Cells defender, bool attacker_moves, AttackSink& sink, Control& control) {
        control_ = &control;
        deadline_ = std::numeric_limits<std::uint64_t>::max();
        written_.clear();
        completed_ = 0;
        const State state = State::from(graph_, attacker, defender);
        if (attacker_moves) {
            write_attack(state, sink);
        } else {
            write_defence(state, sink);
        }
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget_nodes() { nodes_ = 0; }

private:
    using State = Duel<words>;

    using Key = ProofKey;

    struct Child {
        int cell;
        Key key;
    };

    static State after(State state, const Hypergraph<words>& graph, int side, int cell) {
        state.place(graph, side, cell);
        return state;
    }
    State after(const State& state, int side, int cell) const { return after(state, graph_, side, cell); }
    Cells empty(const State& state) const { return board_ & ~state.taken(); }

    Key key_of(const State& state, bool attacker_moves) { return keys_.of(state.stones, attacker_moves); }

    Cells to_table(Cells cells, Key key) const { return moved(cells, graph_.group.image(key.symmetry)); }
    Cells from_table(Cells cells, Key key) const { return moved(cells, graph_.group.inverse(key.symmetry)); }

    // Cells by the lines they build and the lines they stop.
    std::vector<int> ranked(const State& state, Cells among, int most) const {
        std::array<std::uint32_t, max_cells> weight{};
        for (int side : {0, 1})
            for (int count = 0; count < length_; ++count) {
                const std::uint32_t worth = (side == 0 ? 3u : 2u) << std::min(20, 2 * count);
                state.lines_with(side, count).each([&](int line) {
                    for (Cells rest = graph_.lines[line] & among; rest; rest &= rest - 1) weight[first(rest)] += worth;
                });
            }
        std::vector<int> order;
        for (; among; among &= among - 1) order.push_back(first(among));
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] > weight[b]; });
        if (static_cast<int>(order.size()) > most) order.resize(most);
        return order;
    }

    std::vector<int> attacker_moves(const State& state) const {
        const Cells must = state.completing(graph_, 1, length_);
        return ranked(state, must ? must : empty(state), options_.candidates);
    }

    void count_node() {
        if ((++nodes_ & 63) == 0 && !control_->go_on(nodes_)) throw Stopped{};
    }

    bool threat_win(const State& state, int side, Sequence& sequence) {
        if (options_.threats) return threats_.find(state, side, sequence);
        const Cells wins = state.completing(graph_, side, length_);
        sequence.assign(wins ? 1 : 0, static_cast<std::uint8_t>(wins ? first(wins) : 0));
        return wins != 0;
    }

    ProofEntry lookup_or_evaluate_attacker(const State& state, Key key) {
        if (const auto known = table_.find(key.value)) return *known;
        count_node();
        ProofEntry entry;
        entry.key = key.value;
        Sequence sequence;
        if (threat_win(state, 0, sequence)) {
            entry.proof = 0;
            entry.disproof = no_hope;
            entry.reply = max_cells;  // by threats
            entry.at_sight = true;
        } else if (size(state.completing(graph_, 1, length_)) > 1 || !empty(state)) {
            entry.proof = no_hope;
            entry.disproof = 0;
        }
        table_.store(entry);
        return entry;
    }

    // The defender moves that no threat sequence meets, and the sequences that meet the others.
    Cells unanswered(const State& state, std::vector<Sequence>& sequences) {
        Cells open = empty(state);
        Sequence sequence;
        const auto strike_out = [&] {
            for (Cells rest = open; rest; rest &= rest - 1)
                if (threats_.replay(after(state, 1, first(rest)), 0, sequence)) open &= ~(rest & -rest);
            sequences.push_back(sequence);
        };
        if (!threat_win(state, 0, sequence)) return open;
        strike_out();
        for (Cells rest = open; rest; rest &= rest - 1) {
            if (!(open & rest & -rest)) continue;
            if (options_.refutations && threat_win(after(state, 1, first(rest)), 0, sequence)) strike_out();
        }
        return open;
    }

    ProofEntry lookup_or_evaluate_defender(const State& state, Key key) {
        if (const auto known = table_.find(key.value)) return *known;
        count_node();
        ProofEntry entry;
        entry.key = key.value;
        Sequence sequence;
        std::vector<Sequence> sequences;
        if (!empty(state) || threat_win(state, 1, sequence)) {
            entry.proof = no_hope;
            entry.disproof = 0;
        } else {
            const Cells open = unanswered(state, sequences);
            entry.open = to_table(open, key);
            entry.proof = static_cast<std::uint32_t>(size(open));
            entry.disproof = open ? 1 : no_hope;
            entry.at_sight = !open;
        }
        table_.store(entry);
        return entry;
    }

    static std::uint32_t capped(std::uint64_t number) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, no_hope - 1));
    }

    void search_attacker(const State& state, Key key, std::uint32_t most_proof, std::uint32_t most_disproof) {
        ProofEntry entry = lookup_or_evaluate_attacker(state, key);
        if (entry.proved() || entry.disproved()) return;
        std::vector<Child> children;
        for (int cell : attacker_moves(state)) children.push_back({cell, key_of(after(state, 0, cell), false)});
        while (true) {
            std::uint64_t sum = 0;
            std::uint32_t least = no_hope, second = no_hope, disproof_of_best = 1;
            const Child* best = nullptr;
            for (const Child& child : children) {
                const ProofEntry known = lookup_or_evaluate_defender(after(state, 0, child.cell), child.key);
                sum += known.disproof;
                if (known.proof < least) {
                    second = least;
                    least = known.proof;
                    best = &child;
                    disproof_of_best = known.disproof;
                } else {
                    second = std::min(second, known.proof);
                }
                if (least == 0) break;
            }
            entry.proof = least;
            entry.disproof = best == nullptr ? 0 : least == 0 ? no_hope : capped(sum);
            if (least == 0) entry.reply = graph_.group.image(key.symmetry)[best->cell];
            table_.store(entry);
            if (best == nullptr || least == 0 || least >= most_proof || entry.disproof >= most_disproof || nodes_ >= deadline_) return;
            const std::uint64_t rest = sum - disproof_of_best;
            search_defender(after(state, 0, best->cell), best->key, std::min(most_proof, second + 1 + second / 4),
                            capped(most_disproof - rest));
        }
    }

    void search_defender(const State& state, Key key, std::uint32_t most_proof, std::uint32_t most_disproof) {
        ProofEntry entry = lookup_or_evaluate_defender(state, key);
        if (entry.proved() || entry.disproved()) return;
        std::vector<Child> children;
        for (int cell : ranked(state, from_table(entry.open, key), max_cells))
            children.push_back({cell, key_of(after(state, 1, cell), true)});
        while (true) {
            std::uint64_t sum = 0;
            std::uint32_t least = no_hope, second = no_hope, proof_of_best = 1;
            const Child* best = nullptr;
            for (const Child& child : children) {
                const auto known = table_.find(child.key.value);
                const std::uint32_t proof = known ? known->proof : 1, disproof = known ? known->disproof : 1;
                sum += proof;
                if (proof == 0) continue;
                if (disproof < least) {
                    second = least;
                    least = disproof;
                    best = &child;
                    proof_of_best = proof;
                } else {
                    second = std::min(second, disproof);
                }
            }
            entry.proof = best == nullptr ? 0 : least == 0 ? no_hope : capped(sum);
            entry.disproof = best == nullptr ? no_hope : least;
            table_.store(entry);
            if (best == nullptr || least == 0 || entry.proof >= most_proof || least >= most_disproof || nodes_ >= deadline_) return;
            const std::uint64_t rest = sum - proof_of_best;
            search_attacker(after(state, 1, best->cell), best->key, capped(most_proof - rest), std::min(most_disproof, second + 1));
        }
    }

    // The move whose proof the search thought nearest.
    int most_promising(const State& state) {
        int best = first(empty(state));
        std::uint32_t least = no_hope;
        for (int cell : attacker_moves(state)) {
            const auto known = table_.find(key_of(after(state, 0, cell), false).value);
            if (!known || known->proof >= least) continue;
            least = known->proof;
            best = cell;
        }
        return best;
    }

    bool is_proved(Key key) const { return table_.is_proved(key.value); }

    Answer drive_attacker(const State& state, int depth, Frontier& frontier) {
        const Key key = key_of(state, true);
        ProofEntry entry = lookup_or_evaluate_attacker(state, key);
        if (entry.proved()) return Answer::proved;
        if (entry.disproved()) return Answer::failed;
        if (depth == 0 && !frontier.is_split(key.value)) return frontier.offer(key.value, state.stones[0], state.stones[1]);
        const Frontier::Split split(frontier, key.value, depth == 0);
        const auto to_table = [&](int cell) { return graph_.group.image(key.symmetry)[cell]; };
        std::set<std::uint64_t> tried;
        for (int cell : frontier.in_order(key.value, attacker_moves(state), to_table)) {
            const State next = after(state, 0, cell);
            if (!tried.insert(key_of(next, false).value).second) continue;
            frontier.line.push_back(cell);
            const Answer answer = drive_defender(next, std::max(0, depth - 1), frontier);
            frontier.line.pop_back();
            if (answer == Answer::failed) continue;
            if (answer == Answer::waiting) return Answer::waiting;
            entry.proof = 0;
            entry.disproof = no_hope;
            entry.reply = graph_.group.image(key.symmetry)[cell];
            table_.store(entry);
            return Answer::proved;
        }
        return Answer::failed;
    }

    Answer drive_defender(const State& state, int depth, Frontier& frontier) {
        const Key key = key_of(state, false);
        ProofEntry entry = lookup_or_evaluate_defender(state, key);
        if (entry.proved()) return Answer::proved;
        if (entry.disproved()) return Answer::failed;
        const std::vector<int> moves = ranked(state, from_table(entry.open, key), max_cells);
        if (frontier.line.size() <= 1) count_classes(state, moves, frontier);
        bool waits = false;
        for (int cell : moves) {
            frontier.line.push_back(cell);
            const Answer answer = drive_attacker(after(state, 1, cell), depth, frontier);
            frontier.line.pop_back();
            if (answer == Answer::failed) return Answer::failed;
            waits |= answer == Answer::waiting;
            if (waits && frontier.is_full()) break;
        }
        if (waits) return Answer::waiting;
        entry.proof = 0;
        entry.disproof = no_hope;
        table_.store(entry);
        return Answer::proved;
    }

    void count_classes(const State& state, const std::vector<int>& moves, Frontier& frontier) {
        std::set<std::uint64_t> all, left;
        for (int cell : moves) {
            const Key key = key_of(after(state, 1, cell), true);
            all.insert(key.value);
            if (!is_proved(key)) left.insert(key.value);
        }
        frontier.classes = static_cast<int>(all.size());
        frontier.classes_proved = frontier.classes - static_cast<int>(left.size());
    }

    // ── extraction ─────────────────────────────────────────────────────────────────────────────────────────────

    void write_attack(const State& state, AttackSink& sink) {
        Sequence sequence;
        if (threat_win(state, 0, sequence)) {
            sink.sequence(sequence);
            return;
        }
        const Key key = key_of(state, true);
        if (!is_proved(key)) search_attacker(state, key, no_hope, no_hope);
        if (!is_proved(key)) throw std::logic_error("a proof has a gap");
        const int reply = table_.find(key.value)->reply;
        if (reply == max_cells) {  // threats were found from a symmetric position, in another order
            threats_.effort = std::numeric_limits<int>::max();
            const bool found = threats_.find(state, 0, sequence);
            threats_.effort = options_.effort;
            if (!found) throw std::logic_error("a proof has a gap");
            sink.sequence(sequence);
            return;
        }
        const int cell = graph_.group.cell_before(key.symmetry, reply);
        sink.attack(cell);
        write_defence(after(state, 0, cell), sink);
    }

    void write_defence(const State& state, AttackSink& sink) {
        if (!control_->go_on(nodes_)) throw Stopped{};
        const Key key = key_of(state, false);
        if (const auto found = written_.find(key.value); found != written_.end()) {
            sink.same_defence(found->second.number, graph_.group.there_and_back(found->second.symmetry, key.symmetry));
            return;
        }
        std::vector<Sequence> sequences;
        const Cells open = unanswered(state, sequences);
        sink.defence(sequences);
        for (Cells rest = open; rest; rest &= rest - 1) {
            sink.answer(first(rest));
            write_attack(after(state, 1, first(rest)), sink);
        }
        sink.end_of_defence();
        written_[key.value] = {completed_++, key.symmetry};
    }

    struct Written {
        std::uint64_t number;
        int symmetry;
    };

    const Hypergraph<words>& graph_;
    int length_;
    AttackOptions options_;
    Control* control_ = nullptr;
    ProofTable& table_;
    ThreatSearch<words> threats_;
    Cells board_ = 0;
    StoneKeys keys_;
    std::uint64_t nodes_ = 0;
    std::uint64_t deadline_ = 0;
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
};

}  // namespace noughts

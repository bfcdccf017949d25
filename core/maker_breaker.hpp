// Breaker stops Maker: a proof that one side completes no line, whatever it does.
//
// Contract: `proved` and true are said only if Breaker has a strategy. Anything else means that none was found with the
// moves that were tried, and nothing follows from it.
//
// Zones. A proof with zone Z is a strategy that plays in Z alone and stops Maker even if Maker owned every empty cell
// outside Z. So a strategy against one Maker move, or against a pass, is one against every Maker move outside its
// zone as well. A pairing's zone is its cells; Breaker's move adds its cell; a Maker node's zone is the union of the
// zones of the refutations it uses.
#pragma once

#include <set>
#include <utility>

#include "control.hpp"
#include "frontier.hpp"
#include "proof_table.hpp"
#include "weak_game.hpp"

namespace noughts {

// Each technique can be switched off, so that tests can hold all of them against brute force.
struct HoldOptions {
    bool pairings = true;
    bool look_ahead = true;
    bool zones = true;
    bool symmetry = true;
    int driven = 1;          // so many moves of the prover are tried depth-first before df-pn takes over
    int replies = 8;         // Breaker moves tried at a node
    int look_ahead_replies = 8;
    int effort = 120;        // of one search for a pairing
};

// What the extraction of a proof tells, in preorder: see docs/certificates.md.
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

template <int words>
class MakerBreaker {
public:
    // Several may share a table, each in a thread of its own.
    MakerBreaker(const Hypergraph<words>& graph, ProofTable& table, const HoldOptions& options)
        : graph_(graph), options_(options), game_(graph, options.symmetry), table_(table), pairing_(graph) {
        pairing_.effort = options.effort;
    }

    // What is known, and which units are wanted next.
    Answer drive(Cells maker, Cells breaker, bool breaker_moves, Frontier& frontier, Control& control) {
        control_ = &control;
        return (breaker_moves ? drive_breaker(maker, breaker, options_.driven, frontier)
                              : drive_maker(maker, breaker, options_.driven, frontier))
            .answer;
    }

    // One df-pn: whether Breaker, who is to move, stops Maker. It gives up after about `budget` nodes.
    Found search(Cells maker, Cells breaker, std::uint64_t budget, Control& control) {
        control_ = &control;
        deadline_ = nodes_ + budget;
        const State state = game_.state_of(maker, breaker);
        const Key key = game_.key_of(state, true);
        search_breaker(state, key, no_hope, no_hope);
        if (table_.is_proved(key.value)) {
            table_.tell(key.value);
            return {true};
        }
        return {false, game_.cell_to_table(most_promising(state), key)};
    }

    // Writes a proof that has been found.
    void extract(Cells maker, Cells breaker, bool breaker_moves, HoldSink& sink, Control& control) {
        control_ = &control;
        const State state = game_.state_of(maker, breaker);
        deadline_ = std::numeric_limits<std::uint64_t>::max();
        written_.clear();
        completed_ = 0;
        if (breaker_moves) {
            const int reply = proved_reply(state);
            sink.first_move(reply);
            write(game_.after_breaker(state, reply), sink);
        } else {
            write(state, sink);
        }
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget_nodes() { nodes_ = 0; }

private:
    using State = typename WeakGame<words>::State;
    using Key = typename WeakGame<words>::Key;

    struct Child {
        int cell;
        Key key;
    };

    static constexpr std::uint8_t by_pairing = 1;  // how a Maker node was proved at sight, in place of a reply

    // ── static tests ───────────────────────────────────────────────────────────────────────────────────────────

    std::vector<int> breaker_moves(const State& state, int most) const {
        const Cells forced = game_.completing(state);
        std::vector<int> order = game_.ranked(state, forced ? forced : state.empty);
        if (static_cast<int>(order.size()) > most) order.resize(most);
        return order;
    }

    // A Breaker move after which there is a pairing; -1 if none was found. The pairing is then in `pairing_`.
    int look_ahead(const State& state) { return look_ahead(state, options_.look_ahead_replies); }

    int look_ahead(const State& state, int most) {
        if (!options_.look_ahead || !options_.pairings) return -1;
        const Cells forced = game_.completing(state);
        if (size(forced) > 1) return -1;
        for (int cell : breaker_moves(state, most))
            if (pairing_.find(game_.after_breaker(state, cell))) return cell;
        return -1;
    }

    void count_node() {
        if ((++nodes_ & 63) == 0 && !control_->go_on(nodes_)) throw Stopped{};
    }

    ProofEntry lookup_or_evaluate_breaker(const State& state, Key key) {
        if (const auto known = table_.find(key.value)) return *known;
        count_node();
        ProofEntry entry;
        entry.key = key.value;
        if (size(game_.completing(state)) > 1) {
            entry.proof = no_hope;
            entry.disproof = 0;
        } else if (!state.alive.any()) {
            entry.proof = 0;
            entry.disproof = no_hope;
            entry.reply = static_cast<std::uint8_t>(game_.cell_to_table(first(state.empty), key));
            entry.zone = bit(entry.reply);
        } else if (const int cell = look_ahead(state); cell >= 0) {
            prove(entry, key, cell, pairing_.zone());
        }
        entry.at_sight = entry.proved();
        table_.store(entry);
        return entry;
    }

    void prove(ProofEntry& entry, Key key, int cell, Cells zone) const {
        entry.proof = 0;
        entry.disproof = no_hope;
        entry.reply = static_cast<std::uint8_t>(game_.cell_to_table(cell, key));
        entry.zone = game_.to_table(zone | bit(cell), key);
    }

    ProofEntry lookup_or_evaluate_maker(const State& state, Key key) {
        if (const auto known = table_.find(key.value)) return *known;
        count_node();
        ProofEntry entry;
        entry.key = key.value;
        evaluate_maker(state, key, entry);
        entry.at_sight = entry.proved();
        table_.store(entry);
        return entry;
    }

    void evaluate_maker(const State& state, Key key, ProofEntry& entry) {
        if (game_.maker_wins_soon(state)) {
            entry.proof = no_hope;
            entry.disproof = 0;
            return;
        }
        if (!state.alive.any()) {
            entry.proof = 0;
            entry.disproof = no_hope;
            return;
        }
        if (options_.pairings && pairing_.find(state)) {
            entry.proof = 0;
            entry.disproof = no_hope;
            entry.reply = by_pairing;
            entry.zone = game_.to_table(pairing_.zone(), key);
            return;
        }
        Cells open = game_.touched(state), zone = 0;
        // What Breaker cannot do against a pass it cannot do against any move.
        if (const int reply = options_.zones ? look_ahead(state) : -1; reply >= 0) {
            zone = pairing_.zone() | bit(reply);
            open &= zone;
            while (open) {
                const int cell = game_.ranked(state, open).front();
                const State next = game_.after_maker(state, cell);
                const Key next_key = game_.key_of(next, true);
                const ProofEntry answer = lookup_or_evaluate_breaker(next, next_key);
                if (!answer.proved()) break;
                const Cells its_zone = game_.from_table(answer.zone, next_key);
                zone |= its_zone;
                open &= its_zone & ~bit(cell);
            }
        }
        entry.open = game_.to_table(open, key);
        entry.zone = game_.to_table(zone, key);
        entry.proof = static_cast<std::uint32_t>(size(open));
        entry.disproof = open ? 1 : no_hope;
    }

    // ── depth-first proof-number search ────────────────────────────────────────────────────────────────────────

    static std::uint32_t capped(std::uint64_t number) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, no_hope - 1));
    }

    void search_maker(const State& state, Key key, std::uint32_t most_proof, std::uint32_t most_disproof) {
        ProofEntry entry = lookup_or_evaluate_maker(state, key);
        if (entry.proved() || entry.disproved()) return;
        Cells open = game_.from_table(entry.open, key), zone = game_.from_table(entry.zone, key);
        std::vector<Child> children;
        for (int cell : game_.ranked(state, open)) children.push_back({cell, game_.key_of(game_.after_maker(state, cell), true)});
        while (true) {
            std::uint64_t sum = 0;
            std::uint32_t least = no_hope, second = no_hope, proof_of_best = 1;
            const Child* best = nullptr;
            bool refuted = false;
            for (const Child& child : children) {
                if ((open & bit(child.cell)) == 0) continue;
                const auto known = table_.find(child.key.value);
                const std::uint32_t proof = known ? known->proof : 1, disproof = known ? known->disproof : 1;
                if (proof == 0) {
                    const Cells its_zone = game_.from_table(known->zone, child.key);
                    zone |= its_zone;
                    open &= ~bit(child.cell);
                    if (options_.zones) open &= its_zone;
                    refuted = true;
                    break;
                }
                sum += proof;
                if (disproof < least) {
                    second = least;
                    least = disproof;
                    best = &child;
                    proof_of_best = proof;
                } else {
                    second = std::min(second, disproof);
                }
            }
            if (refuted && open) continue;
            entry.open = game_.to_table(open, key);
            entry.zone = game_.to_table(zone, key);
            entry.proof = open == 0 ? 0 : least == 0 ? no_hope : capped(sum);
            entry.disproof = open == 0 ? no_hope : least;
            table_.store(entry);
            if (open == 0 || least == 0 || entry.proof >= most_proof || entry.disproof >= most_disproof || nodes_ >= deadline_) return;
            const std::uint64_t rest = sum - proof_of_best;
            search_breaker(game_.after_maker(state, best->cell), best->key, capped(most_proof - rest),
                           std::min(most_disproof, second + 1));
        }
    }

    void search_breaker(const State& state, Key key, std::uint32_t most_proof, std::uint32_t most_disproof) {
        ProofEntry entry = lookup_or_evaluate_breaker(state, key);
        if (entry.proved() || entry.disproved()) return;
        std::vector<Child> children;
        for (int cell : breaker_moves(state, options_.replies)) children.push_back({cell, game_.key_of(game_.after_breaker(state, cell), false)});
        while (true) {
            std::uint64_t sum = 0;
            std::uint32_t least = no_hope, second = no_hope, disproof_of_best = 1;
            const Child* best = nullptr;
            for (const Child& child : children) {
                const ProofEntry known = lookup_or_evaluate_maker(game_.after_breaker(state, child.cell), child.key);
                if (known.proved()) {
                    prove(entry, key, child.cell, game_.from_table(known.zone, child.key));
                    table_.store(entry);
                    return;
                }
                sum += known.disproof;
                if (known.proof < least) {
                    second = least;
                    least = known.proof;
                    best = &child;
                    disproof_of_best = known.disproof;
                } else {
                    second = std::min(second, known.proof);
                }
            }
            entry.proof = least;
            entry.disproof = best == nullptr ? 0 : capped(sum);
            table_.store(entry);
            if (best == nullptr || entry.proof >= most_proof || entry.disproof >= most_disproof || nodes_ >= deadline_) return;
            const std::uint64_t rest = sum - disproof_of_best;
            search_maker(game_.after_breaker(state, best->cell), best->key, std::min(most_proof, second + 1 + second / 4),
                         capped(most_disproof - rest));
        }
    }

    // The reply whose proof the search thought nearest.
    int most_promising(const State& state) {
        int best = first(state.empty);
        std::uint32_t least = no_hope;
        for (int cell : breaker_moves(state, options_.replies)) {
            const auto known = table_.find(game_.key_of(game_.after_breaker(state, cell), false).value);
            if (!known || known->proof >= least) continue;
            least = known->proof;
            best = cell;
        }
        return best;
    }

    // ── the first plies, depth-first ───────────────────────────────────────────────────────────────────────────

    // The zone is that of the proof, if it is proved.
    struct Driven {
        Answer answer;
        Cells zone = 0;
    };

    Driven drive_maker(Cells maker, Cells breaker, int depth, Frontier& frontier) {
        const State state = game_.state_of(maker, breaker);
        const Key key = game_.key_of(state, false);
        ProofEntry entry = lookup_or_evaluate_maker(state, key);
        Cells open = game_.from_table(entry.open, key), zone = game_.from_table(entry.zone, key);
        if (entry.proved()) return {Answer::proved, zone};
        if (entry.disproved()) return {Answer::failed};
        Cells waiting = 0;
        while (open & ~waiting) {
            const int cell = game_.ranked(state, open & ~waiting).front();
            frontier.line.push_back(cell);
            const Driven after = drive_breaker(maker | bit(cell), breaker, depth, frontier);
            frontier.line.pop_back();
            if (after.answer == Answer::failed) return after;
            if (after.answer == Answer::waiting) {
                waiting |= bit(cell);
                if (frontier.is_full()) break;
                continue;
            }
            zone |= after.zone;
            open &= ~bit(cell);
            if (options_.zones) open &= after.zone;
            waiting &= open;
        }
        if (frontier.line.size() <= 1) count_classes(state, open, frontier);
        if (open) return {Answer::waiting};
        entry.open = 0;
        entry.zone = game_.to_table(zone, key);
        entry.proof = 0;
        entry.disproof = no_hope;
        table_.store(entry);
        return {Answer::proved, zone};
    }

    Driven drive_breaker(Cells maker, Cells breaker, int depth, Frontier& frontier) {
        const State state = game_.state_of(maker, breaker);
        const Key key = game_.key_of(state, true);
        ProofEntry entry = lookup_or_evaluate_breaker(state, key);
        if (entry.proved()) return {Answer::proved, game_.from_table(entry.zone, key)};
        if (entry.disproved()) return {Answer::failed};
        if (depth == 0 && !frontier.is_split(key.value)) return {frontier.offer(key.value, maker, breaker)};
        const Frontier::Split split(frontier, key.value, depth == 0);
        const auto to_table = [&](int cell) { return game_.cell_to_table(cell, key); };
        for (int cell : frontier.in_order(key.value, breaker_moves(state, options_.replies), to_table)) {
            frontier.line.push_back(cell);
            const Driven after = drive_maker(maker, breaker | bit(cell), std::max(0, depth - 1), frontier);
            frontier.line.pop_back();
            if (after.answer == Answer::failed) continue;
            if (after.answer == Answer::waiting) return after;
            prove(entry, key, cell, after.zone);
            table_.store(entry);
            return {Answer::proved, after.zone | bit(cell)};
        }
        return {Answer::failed};
    }

    void count_classes(const State& state, Cells open, Frontier& frontier) {
        std::set<std::uint64_t> all, left;
        for (Cells rest = game_.touched(state); rest; rest &= rest - 1) {
            const std::uint64_t it = game_.key_of(game_.after_maker(state, first(rest)), true).value;
            all.insert(it);
            if ((open & rest & -rest) && !table_.is_proved(it)) left.insert(it);
        }
        frontier.classes = static_cast<int>(all.size());
        frontier.classes_proved = frontier.classes - static_cast<int>(left.size());
    }

    // ── extraction ─────────────────────────────────────────────────────────────────────────────────────────────

    struct Written {
        std::uint64_t number;  // nodes are numbered as they are completed
        Cells zone;            // in the frame of the table
        int symmetry;          // from the node's own frame to that of the table
    };

    // A move that holds against the position, which the search has proved or can prove.
    int proved_reply(const State& state) {
        const Key key = game_.key_of(state, true);
        ProofEntry entry = lookup_or_evaluate_breaker(state, key);
        if (!entry.proved()) {
            if (const int cell = thoroughly([&] { return look_ahead(state, graph_.cells); }); cell >= 0) return cell;
            search_breaker(state, key, no_hope, no_hope);
            entry = lookup_or_evaluate_breaker(state, key);
        }
        if (!entry.proved()) throw std::logic_error("a proof has a gap");
        return game_.cell_from_table(entry.reply, key);
    }

    // A test with much more effort: what was seen in a symmetric position may be hard to see in this one.
    template <class Test>
    auto thoroughly(Test test) {
        const int effort = std::exchange(pairing_.effort, 30 * pairing_.effort);
        const auto result = test();
        pairing_.effort = effort;
        return result;
    }

    bool find_pairing(const State& state, Key key) {
        if (!options_.pairings) {
            pairing_.pairs.clear();
            return !state.alive.any();
        }
        if (pairing_.find(state)) return true;
        const auto known = table_.find(key.value);
        const bool may_have_one = !known || (known->at_sight && known->reply == by_pairing);
        return may_have_one && thoroughly([&] { return pairing_.find(state); });
    }

    // Returns the zone of the strategy as written, which may differ from the one the search found: what a node needs
    // is decided by the zones of what has been written.
    Cells write(const State& state, HoldSink& sink) {
        const Key key = game_.key_of(state, false);
        if (const auto found = written_.find(key.value); found != written_.end()) {
            sink.reference(found->second.number, graph_.group.there_and_back(found->second.symmetry, key.symmetry));
            return game_.from_table(found->second.zone, key);
        }
        if (!control_->go_on(nodes_)) throw Stopped{};
        Cells zone = 0;
        if (find_pairing(state, key)) {
            zone = pairing_.zone();
            sink.pairing(pairing_.pairs);
        } else {
            sink.strategy();
            Cells open = state.empty;
            const auto answered = [&](int cell, int reply) {
                sink.answer(cell, reply);
                const Cells its_zone = write(game_.after_breaker(game_.after_maker(state, cell), reply), sink) | bit(reply);
                zone |= its_zone;
                open &= its_zone;
                if (cell >= 0) open &= ~bit(cell);
            };
            if (options_.zones)
                if (const int reply = look_ahead(state); reply >= 0) answered(-1, reply);
            while (open) {
                const std::vector<int> order = game_.ranked(state, open);
                const int cell = order.empty() ? first(open) : order.front();
                answered(cell, proved_reply(game_.after_maker(state, cell)));
            }
            sink.end_of_strategy();
        }
        written_[key.value] = {completed_++, game_.to_table(zone, key), key.symmetry};
        return zone;
    }

    const Hypergraph<words>& graph_;
    HoldOptions options_;
    WeakGame<words> game_;
    Control* control_ = nullptr;
    ProofTable& table_;
    Pairing<words> pairing_;
    std::uint64_t nodes_ = 0;
    std::uint64_t deadline_ = 0;
    std::map<std::uint64_t, Written> written_;
    std::uint64_t completed_ = 0;
};

}  // namespace noughts

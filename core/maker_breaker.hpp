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

#include "at_sight.hpp"
#include "control.hpp"
#include "frontier.hpp"
#include "hold_writer.hpp"
#include "proof_table.hpp"

namespace noughts {

template <int words>
class MakerBreaker {
public:
    using State = typename WeakGame<words>::State;
    using Key = typename WeakGame<words>::Key;

    // Several may share a table, each in a thread of its own.
    MakerBreaker(const Hypergraph<words>& graph, ProofTable& table, const HoldOptions& options)
        : graph_(graph), options_(options), game_(graph, options.symmetry), sight_(graph, game_, options), table_(table) {}

    MakerBreaker(const MakerBreaker&) = delete;
    MakerBreaker& operator=(const MakerBreaker&) = delete;

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
        deadline_ = std::numeric_limits<std::uint64_t>::max();
        HoldWriter(*this, graph_, game_, sight_, options_.zones, sink).write(game_.state_of(maker, breaker), breaker_moves);
    }

    // For the writer: a move that holds against the position, which the search has proved or can prove.
    int reply_to(const State& state) {
        const Key key = game_.key_of(state, true);
        ProofEntry entry = lookup_or_evaluate_breaker(state, key);
        if (!entry.proved()) {
            const int cell = sight_.thoroughly([&] { return sight_.look_ahead(state, graph_.cells); });
            if (cell >= 0) return cell;
            search_breaker(state, key, no_hope, no_hope);
            entry = lookup_or_evaluate_breaker(state, key);
        }
        if (!entry.proved()) throw std::logic_error("a proof has a gap");
        return game_.cell_from_table(entry.reply, key);
    }

    // For the writer: where the proof of a position plays, if there is one.
    std::optional<Cells> known_zone(Key key) const {
        const auto known = table_.find(key.value);
        return known && known->proved() ? std::optional(game_.from_table(known->zone, key)) : std::nullopt;
    }

    void check() const {
        if (!control_->go_on(nodes_)) throw Stopped{};
    }

    std::uint64_t nodes() const { return nodes_; }
    void forget_nodes() { nodes_ = 0; }

private:
    struct Child {
        int cell;
        Key key;
    };

    // ── nodes ──────────────────────────────────────────────────────────────────────────────────────────────────

    void count_node() {
        if ((++nodes_ & 63) == 0) check();
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
        } else if (const int cell = sight_.look_ahead(state); cell >= 0) {
            prove(entry, key, cell, sight_.zone());
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
        if (sight_.find_pairing(state)) {
            entry.proof = 0;
            entry.disproof = no_hope;
            entry.zone = game_.to_table(sight_.zone(), key);
            return;
        }
        Cells open = game_.touched(state), zone = 0;
        // What Breaker cannot do against a pass it cannot do against any move.
        if (const int reply = options_.zones ? sight_.look_ahead(state) : -1; reply >= 0) {
            zone = sight_.zone() | bit(reply);
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
        for (int cell : sight_.breaker_moves(state, options_.replies)) children.push_back({cell, game_.key_of(game_.after_breaker(state, cell), false)});
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
        for (int cell : sight_.breaker_moves(state, options_.replies)) {
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
        for (int cell : frontier.in_order(key.value, sight_.breaker_moves(state, options_.replies), to_table)) {
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

    const Hypergraph<words>& graph_;
    HoldOptions options_;
    WeakGame<words> game_;
    AtSight<words> sight_;
    Control* control_ = nullptr;
    ProofTable& table_;
    std::uint64_t nodes_ = 0;
    std::uint64_t deadline_ = 0;
};

}  // namespace noughts

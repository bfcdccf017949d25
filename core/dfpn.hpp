// Depth-first proof-number search (df-pn) over any game that says what its nodes are: HoldNodes and WinNodes.
//
// Sources. Proof numbers: L. V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994. Their
// depth-first form: A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications, 2002. The growth of
// thresholds: J. Pawlewicz and L. Lew, Improving Depth-First PN-Search: 1 + ε Trick, 2006.
//
// At an OR node the prover is to move, and one move that is proved proves the node. At an AND node the opponent is to
// move, and every move must be refuted. The proof number of a node estimates how many leaves must still be proved to
// prove it, the disproof number how many must be disproved to disprove it; both are 1 at a leaf.
//
//              proof number              disproof number
//     OR       least of the children     sum of the children
//     AND      sum of the children       least of the children
//
// The search goes down to the child with the least number, and stays there until a number of that child reaches its
// threshold: then another child looks better, or the node itself has reached a threshold of its own.
//
// Demands: a position in which the prover is to move and nobody has completed a line.
// Promises: an entry is proved only if the prover succeeds, as far as the table is right (see proof_keys.hpp). Anything
// else means nothing: not all moves of the prover are tried, and the budget is limited.
//
// What `Nodes` provides:
//     State                                   a position
//     key_of(state, prover_moves)             its key
//     empty(state)                            its empty cells
//     after_prover, after_opponent(state, cell)
//     prover_moves(state)                     the moves that are tried, best first
//     opponent_moves(state, open)             the moves of `open`, those that look strongest first
//     evaluate_prover(state, key, entry)      a new entry: static tests, and the first proof and disproof numbers
//     evaluate_opponent(state, key, entry, prover_entry)
//                                             the same, and in `entry.open` the opponent's moves that need an answer of
//                                             their own; it may look at replies with prover_entry(state, key)
//     prove(entry, key, cell, zone)           makes an entry proved by a move, after which the proof plays in `zone`
//     still_open(open, cell, zone)            what is left of `open` when a move is refuted by play in `zone`
//     record(entry, key, open, zone)          notes at an AND node what is open, and where the refutations play
//     to_table, from_table(cells, key), cell_to_table(cell, key)
//                                             between a position and the frame in which the table speaks of it
#pragma once

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

#include "control.hpp"
#include "frontier.hpp"
#include "proof_keys.hpp"
#include "proof_table.hpp"

namespace noughts {

// How much one df-pn may do: so many new nodes, and so many visits to old ones. Without the second a search could go
// round for ever where two positions share a key and each waits for the other.
class Effort {
public:
    void begin(std::uint64_t nodes, std::uint64_t budget) {
        last_node_ = sum(nodes, budget);
        last_visit_ = sum(visits_, budget >= most / visits_a_node ? most : visits_a_node * budget + spare_visits);
    }

    bool is_over(std::uint64_t nodes) const { return nodes >= last_node_ || visits_ >= last_visit_; }

    // Whether it is time to poll the control: at every 1024th visit, which is some hundred times a second.
    bool visit() { return (++visits_ & 1023) == 0; }

private:
    static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint64_t visits_a_node = 1000;  // some dozens are usual
    static constexpr std::uint64_t spare_visits = 1000;   // so that a search with a budget of few nodes gets somewhere

    static std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return b > most - a ? most : a + b; }

    std::uint64_t visits_ = 0;
    std::uint64_t last_node_ = 0;
    std::uint64_t last_visit_ = 0;
};

template <class Nodes>
class Dfpn {
public:
    using State = typename Nodes::State;

    // Several may share a table, each in a thread of its own.
    Dfpn(Nodes& nodes, ProofTable& table) : nodes_(nodes), table_(table) {}

    // The control that is polled from now on; must be called before anything else.
    void watch(Control& control) { control_ = &control; }

    // A unit: whether the prover, who is to move, succeeds. It gives up after about `budget` nodes.
    UnitResult search(const State& state, std::uint64_t budget) {
        const ProofKey key = nodes_.key_of(state, true);
        run(state, key, budget);
        if (table_.is_proved(key.value)) {
            table_.publish(key.value);
            return {true};
        }
        return {false, nodes_.cell_to_table(most_promising(state), key)};
    }

    // The search itself; what it came to is in the table.
    void run(const State& state, ProofKey key, std::uint64_t budget) {
        effort_.begin(count_, budget);
        or_node(state, key, {infinity, infinity});
    }

    // What the table says of a node; one that it does not know is evaluated, counted and stored.
    ProofEntry prover_entry(const State& state, ProofKey key) {
        return lookup_or(key, [&](ProofEntry& entry) { nodes_.evaluate_prover(state, key, entry); });
    }
    ProofEntry opponent_entry(const State& state, ProofKey key) {
        return lookup_or(key, [&](ProofEntry& entry) {
            nodes_.evaluate_opponent(
                state, key, entry, [&](const State& next, ProofKey next_key) { return prover_entry(next, next_key); });
        });
    }

    // Throws Stopped when the work is to end.
    void check() const {
        assert(control_ != nullptr);
        if (!control_->go_on(count_)) throw Stopped{};
    }

    // Nodes evaluated since the last call of `reset_count`.
    std::uint64_t count() const { return count_; }
    void reset_count() { count_ = 0; }

private:
    // A move, and what the table said of the position after it when it was last looked at.
    struct Child {
        int cell;
        ProofKey key;
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;
    };

    // A node is left when one of its numbers reaches the threshold.
    struct Thresholds {
        std::uint32_t proof;
        std::uint32_t disproof;

        bool are_reached(const ProofEntry& entry) const { return entry.proof >= proof || entry.disproof >= disproof; }
    };

    // The child to go on with, by the number of which the parent has the least; of the other number it has the sum.
    struct Choice {
        const Child* best = nullptr;
        std::uint32_t least = infinity;
        std::uint32_t second = infinity;
        std::uint64_t sum = 0;
        std::uint32_t summand_of_best = 0;

        void add(const Child& child, std::uint32_t number, std::uint32_t summand) {
            sum += summand;
            if (number >= least) {
                second = std::min(second, number);
                return;
            }
            second = least;
            least = number;
            best = &child;
            summand_of_best = summand;
        }

        // What is left of the threshold on the sum when the other children have taken their share.
        std::uint32_t share_of_best(std::uint32_t threshold) const {
            return capped(threshold - (sum - summand_of_best));
        }
    };

    // No sum is infinite: that is what only a proof or a disproof can make of a number.
    static std::uint32_t capped(std::uint64_t number) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, infinity - 1));
    }

    // The threshold that lets a child be searched until it is worse than the second best, and a quarter more: with
    // `second + 1` alone the search would change between two children of nearly equal numbers at every step, and
    // would find the nodes below them again and again. On our boards that hardly matters: one node in a hundred
    // of 8,7,5. At AND nodes the numbers are so small that a quarter of them is nothing.
    static std::uint32_t beyond(std::uint32_t second) { return second + 1 + second / 4; }

    template <class Evaluate>
    ProofEntry lookup_or(ProofKey key, Evaluate evaluate) {
        if (const auto entry = table_.find(key.value)) return *entry;
        if ((++count_ & 63) == 0) check();  // an evaluation takes some microseconds
        ProofEntry entry;
        entry.key = key.value;
        evaluate(entry);
        entry.is_static = entry.proved();
        table_.store(entry);
        return entry;
    }

    void or_node(const State& state, ProofKey key, Thresholds thresholds) {
        if (effort_.visit()) check();
        ProofEntry entry = prover_entry(state, key);
        if (entry.settled()) return;
        std::vector<Child> children;
        for (int cell : nodes_.prover_moves(state))
            children.push_back({cell, nodes_.key_of(nodes_.after_prover(state, cell), false)});
        while (true) {
            Choice choice;
            for (const Child& child : children) {
                const ProofEntry next = opponent_entry(nodes_.after_prover(state, child.cell), child.key);
                if (next.proved()) {
                    nodes_.prove(entry, key, child.cell, nodes_.from_table(next.zone, child.key));
                    table_.store(entry);
                    return;
                }
                choice.add(child, next.proof, next.disproof);
            }
            entry.proof = choice.least;
            entry.disproof = choice.best == nullptr ? 0 : capped(choice.sum);
            table_.store(entry);
            if (entry.settled() || thresholds.are_reached(entry) || effort_.is_over(count_)) return;
            and_node(nodes_.after_prover(state, choice.best->cell), choice.best->key,
                     {std::min(thresholds.proof, beyond(choice.second)), choice.share_of_best(thresholds.disproof)});
        }
    }

    // An opponent's move that nobody has looked at counts 1 for both numbers: to evaluate them all would cost more than
    // it tells, for at an AND node all of them have their turn.
    void and_node(const State& state, ProofKey key, Thresholds thresholds) {
        if (effort_.visit()) check();
        ProofEntry entry = opponent_entry(state, key);
        if (entry.settled()) return;
        Cells open = nodes_.from_table(entry.open, key) & nodes_.empty(state);
        Cells zone = nodes_.from_table(entry.zone, key);
        std::vector<Child> children;
        for (int cell : nodes_.opponent_moves(state, open))
            children.push_back({cell, nodes_.key_of(nodes_.after_opponent(state, cell), true)});
        while (true) {
            for (Child& child : children) {
                if ((open & bit(child.cell)) == 0) continue;
                const auto next = table_.find(child.key.value);
                child.proof = next ? next->proof : 1;
                child.disproof = next ? next->disproof : 1;
                if (child.proof > 0) continue;
                const Cells zone_of_refutation = nodes_.from_table(next->zone, child.key);
                open = nodes_.still_open(open, child.cell, zone_of_refutation);
                zone |= zone_of_refutation;
            }
            Choice choice;
            for (const Child& child : children)
                if (open & bit(child.cell)) choice.add(child, child.disproof, child.proof);
            nodes_.record(entry, key, open, zone);
            entry.proof = choice.best == nullptr ? 0 : choice.least == 0 ? infinity : capped(choice.sum);
            entry.disproof = choice.least;
            table_.store(entry);
            if (entry.settled() || thresholds.are_reached(entry) || effort_.is_over(count_)) return;
            or_node(nodes_.after_opponent(state, choice.best->cell), choice.best->key,
                    {choice.share_of_best(thresholds.proof), std::min(thresholds.disproof, choice.second + 1)});
        }
    }

    // The move whose proof the search thought nearest.
    int most_promising(const State& state) {
        int best = first(nodes_.empty(state));
        std::uint32_t least = infinity;
        for (int cell : nodes_.prover_moves(state)) {
            const auto entry = table_.find(nodes_.key_of(nodes_.after_prover(state, cell), false).value);
            if (!entry || entry->proof >= least) continue;
            least = entry->proof;
            best = cell;
        }
        return best;
    }

    Nodes& nodes_;
    ProofTable& table_;
    Control* control_ = nullptr;
    std::uint64_t count_ = 0;
    Effort effort_;
};

}  // namespace noughts

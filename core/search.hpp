// The search: fail-soft alpha-beta over any board, with a transposition table that several threads may share.
//
// Demands: alpha < beta, a game that is not over, and a table that holds nothing but this game's positions with the
// same side to move. After Stopped the board is wherever the search was: call set_board before the next question.
// Promises: score(alpha, beta) returns s such that
//     alpha < s < beta    s is the score
//     s <= alpha          the score is at most s
//     s >= beta           the score is at least s
// and the table says nothing false.
#pragma once

#include "board.hpp"
#include "control.hpp"
#include "table.hpp"

namespace noughts {

// Which moves other threads are looking at right now: a thread puts such moves off and searches others meanwhile.
// A wrong entry costs time, never correctness.
class Busy {
public:
    bool is(std::uint64_t child) const { return slot(child).load(std::memory_order_relaxed) == child; }
    void enter(std::uint64_t child) { slot(child).store(child, std::memory_order_relaxed); }
    void leave(std::uint64_t child) {
        if (is(child)) slot(child).store(0, std::memory_order_relaxed);
    }

private:
    std::atomic<std::uint64_t>& slot(std::uint64_t child) { return slots_[child & (slots_.size() - 1)]; }
    const std::atomic<std::uint64_t>& slot(std::uint64_t child) const { return slots_[child & (slots_.size() - 1)]; }
    std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

// What every search has: its counts, its table, limits, and the way to end it from outside.
class SearchControl {
public:
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t nodes = 0;
    std::uint64_t cutoffs = 0;
    std::uint64_t table_hits = 0;

    // `watching` is true for the one thread that counts towards limits and looks outside.
    SearchControl(Table& table, Control& control, Busy* busy, bool watching)
        : table_(&table), busy_(busy), control_(&control), watching_(watching) {}

    // Stops the search when all threads shall halt, because one has answered or the table must grow; or after a
    // number of nodes.
    std::atomic<bool>* halt = nullptr;
    std::uint64_t budget = unlimited;

    // The nodes counted, as other threads may read them; and for the watching thread, what the others have counted.
    std::atomic<std::uint64_t> published{0};
    std::function<std::uint64_t()> others;

protected:
    struct Best {
        Score score;
        int slot;
    };

    void look_outside() {
        published.store(nodes, std::memory_order_relaxed);
        if (watching_) control_->go_on(nodes + (others ? others() : 0));
        table_->count(added_);
        added_ = 0;
        if (table_->is_crowded()) {
            if (halt == nullptr)
                table_->grow();
            else
                halt->store(true, std::memory_order_relaxed);
        }
        if (control_->stop || nodes > budget || (halt && halt->load(std::memory_order_relaxed))) throw Stopped{};
        next_look_ = nodes + nodes_between_looks;
        if (watching_) next_look_ = std::max(nodes + 1, std::min(next_look_, control_->node_limit));
    }

    Table* table_;
    Busy* busy_;
    std::uint64_t next_look_ = 0;
    std::size_t added_ = 0;  // entries of the table that were free before

private:
    static constexpr std::uint64_t nodes_between_looks = 1024;

    Control* control_;
    bool watching_;
};

template <Board B>
class Search : public SearchControl {
public:
    Search(B board, Table& table, Control& control, Busy* busy, bool watching)
        : SearchControl(table, control, busy, watching), board_(std::move(board)) {}

    B& board() { return board_; }
    const B& board() const { return board_; }
    void set_board(const B& board) { board_ = board; }

    Score score(Score alpha, Score beta) {
        assert(alpha < beta);
        if (++nodes >= next_look_) look_outside();
        Bounds bounds = board_.assess();
        if (bounds.exact() || bounds.lower >= beta) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;

        const Key key = board_.key();
        const TableEntry entry = table_->find(key);
        bounds = {std::max(bounds.lower, entry.lower), std::min(bounds.upper, entry.upper)};
        if (bounds.exact() || bounds.lower >= beta || bounds.upper <= alpha) {
            ++table_hits;
            return bounds.lower >= beta ? bounds.lower : bounds.upper;
        }

        Candidates& moves = moves_[board_.filled()];
        const Bounds better = board_.generate(moves);
        bounds = {std::max(bounds.lower, better.lower), std::min(bounds.upper, better.upper)};
        if (bounds.exact() || bounds.lower >= beta) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;
        alpha = std::max(alpha, bounds.lower);
        beta = std::min(beta, bounds.upper);
        for (Candidate& it : moves)
            if ((it.slot & 127) == entry.hint) it.order = std::numeric_limits<int>::max();

        const std::uint64_t nodes_before = nodes;
        const Best best = try_moves(moves, alpha, beta);
        // Inside the window the score is exact; on its edge or outside it is a bound.
        added_ += table_->store(key, best.score > alpha ? best.score : bounds.lower,
                                best.score < beta ? best.score : bounds.upper, best.slot, nodes - nodes_before + 1);
        return best.score;
    }

private:
    static constexpr int worth_sharing = 9;  // empty cells: with fewer, threads do not share the work below a node

    Best try_moves(Candidates& moves, Score alpha, const Score beta) {
        Best best{-Table::limit - 1, moves.front().slot};
        const bool sharing = busy_ != nullptr && board_.empty() >= worth_sharing;
        std::size_t put_off = 0;  // moves to come back to, kept at the front of the list
        for (std::size_t i = 0; i < moves.size(); ++i) {
            bring_best_forward(moves, i);
            const Candidate it = moves[i];
            const Visit visit = try_move(it, alpha, beta, sharing, sharing && i > 0);
            if (visit.put_off)
                moves[put_off++] = it;
            else if (is_cut(best, it, visit.score, alpha, beta))
                return best;
        }
        for (std::size_t i = 0; i < put_off; ++i) {
            const Candidate it = moves[i];
            if (is_cut(best, it, try_move(it, alpha, beta, sharing, false).score, alpha, beta)) return best;
        }
        return best;
    }

    struct Visit {
        Score score;
        bool put_off;
    };

    Visit try_move(const Candidate& it, Score alpha, Score beta, bool sharing, bool may_put_off) {
        board_.play(it.move);
        Visit visit{0, false};
        if (!sharing) {
            visit.score = -score(-beta, -alpha);
        } else {
            const Key key = board_.key();
            const std::uint64_t child = mix(key.low ^ key.high) | 1;
            visit.put_off = may_put_off && busy_->is(child);
            if (!visit.put_off) {
                busy_->enter(child);
                visit.score = -score(-beta, -alpha);
                busy_->leave(child);
            }
        }
        board_.undo(it.move);
        return visit;
    }

    bool is_cut(Best& best, const Candidate& it, Score score, Score& alpha, Score beta) {
        if (score > best.score) best = {score, it.slot};
        alpha = std::max(alpha, score);
        if (alpha < beta) return false;
        ++cutoffs;
        return true;
    }

    // Selection, one step at a time: after a cut-off the rest need not have been sorted.
    static void bring_best_forward(Candidates& moves, std::size_t from) {
        std::size_t best = from;
        for (std::size_t i = from + 1; i < moves.size(); ++i)
            if (moves[i].order > moves[best].order) best = i;
        if (best != from) std::swap(moves[from], moves[best]);
    }

    B board_;
    std::array<Candidates, max_cells + 1> moves_;  // by filled cells
};

}  // namespace noughts

// The search where marks drop: the contract of search.hpp, on two words instead of a board that is changed move by
// move.
//
// A node is entered only if the side to move cannot complete a line and has a safe move. What the opponent threatens is
// known from ordering the moves before it: the cells where he completes a line next, most of them first.
//
// Demands and promises: those of search.hpp.
#pragma once

#include <optional>

#include "drop_board.hpp"
#include "near_table.hpp"
#include "search.hpp"

namespace noughts {

template <int Length, int Rows, int Columns>
class Search<DropBoard<Length, Rows, Columns>> : public SearchControl {
public:
    using B = DropBoard<Length, Rows, Columns>;
    using Geometry = typename B::Geometry;

    Search(B board, Table& table, Control& control, Busy* busy, bool watching)
        : SearchControl(table, control, busy, watching), board_(std::move(board)), cells_(board_.geometry()) {}

    B& board() { return board_; }
    const B& board() const { return board_; }
    void set_board(const B& board) { board_ = board; }

    Score score(Score alpha, Score beta) {
        assert(alpha < beta);
        const Bounds bounds = board_.assess();
        if (bounds.exact()) {
            ++nodes;
            return bounds.lower;
        }
        return search(node_of(board_.mine(), board_.all(), board_.theirs(), alpha), board_.empty(), alpha, beta);
    }

private:
    struct Node {
        Cells mine;    // the marks of the side to move
        Cells filled;  // all marks
        Cells theirs;  // the opponent's completions
        Score most;    // an upper bound, if the opponent follows
    };
    struct Choice {
        Node after;
        int order;
        int column;
    };
    static constexpr int most_columns = Columns ? Columns : max_cells / 2;
    static constexpr int worth_looking_ahead = 20;      // empty cells: with fewer, searching a move is cheap
    static constexpr int near_end = 18;                 // empty cells: up to so many, positions go into the small table
    static constexpr std::uint64_t few = 4096;          // nodes: with fewer, the small table is not worth making
    static constexpr int worth_sharing = near_end + 1;  // below, what one thread finds the others do not see

    static Score win_in(int plies, int empty) { return std::max(0, empty + 1 - plies); }

    Node node_of(Cells mine, Cells filled, Cells theirs, Score alpha) const {
        if (alpha <= -cells_.rows()) return {mine, filled, theirs, max_cells};  // the bound is never as low as that
        return {mine, filled, theirs, cells_.most_by_following(mine, filled, cells_.open(filled), theirs)};
    }

    Score search(const Node& node, const int empty, Score alpha, Score beta) {
        if (++nodes >= next_look_) look_outside();
        const Cells open = cells_.open(node.filled);
        Bounds bounds{-win_in(4, empty), std::min(win_in(3, empty), node.most)};
        if (bounds.lower >= beta || bounds.exact()) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;

        const Key key = key_of(node);
        const bool is_near = empty <= near_end && nodes > few;
        if (!is_near) table_->prefetch(key);
        std::array<Choice, most_columns> choices;
        int count = 0;
        for (Cells rest = Geometry::safe(open, node.theirs); rest; rest &= rest - 1) {
            const Cells move = rest & -rest, filled = node.filled | move;
            const Cells next = cells_.completions(node.mine | move, filled);
            if (!Geometry::safe(cells_.open(filled), next)) return win_in(3, empty);
            const Node after = node_of(node.filled ^ node.mine, filled, next, -beta);
            if (-after.most >= beta) return -after.most;  // following is good enough
            const int column = first(move) / cells_.stride(), height = first(move) % cells_.stride();
            const int off_centre = std::abs(2 * column - cells_.columns() + 1);
            choices[count++] = {after, (size(next) * 64 - off_centre) * 64 + height, column};
        }

        if (count == 1) {  // not worth an entry: what follows has one
            const Score forced = -search(choices[0].after, empty - 1, -beta, -alpha);
            return std::clamp(forced, bounds.lower, bounds.upper);
        }
        const TableEntry entry = is_near ? near_.find(key.low) : table_->find(key);
        bounds = {std::max(bounds.lower, entry.lower), std::min(bounds.upper, entry.upper)};
        if (bounds.exact() || bounds.lower >= beta || bounds.upper <= alpha) {
            ++table_hits;
            return bounds.lower >= beta ? bounds.lower : bounds.upper;
        }
        alpha = std::max(alpha, bounds.lower);
        beta = std::min(beta, bounds.upper);
        if (empty >= worth_looking_ahead)
            if (const std::optional<Score> known = cut_by_table(choices.data(), count, beta)) return *known;
        for (int i = 0; i < count; ++i)
            if (choices[i].column == entry.hint) choices[i].order = std::numeric_limits<int>::max();

        const std::uint64_t nodes_before = nodes;
        const Best best = try_moves(choices.data(), count, empty, alpha, beta);
        // Inside the window the score is exact; on its edge or outside it is a bound.
        const Score lower = best.score > alpha ? best.score : bounds.lower;
        const Score upper = best.score < beta ? best.score : bounds.upper;
        if (is_near)
            near_.store(key.low, lower, upper, best.slot);
        else
            added_ += table_->store(key, lower, upper, best.slot, nodes - nodes_before + 1);
        return best.score;
    }

    // A move of which the table knows that it is good enough, whatever its place in the order.
    std::optional<Score> cut_by_table(const Choice* choices, int count, Score beta) {
        for (int i = 0; i < count; ++i) table_->prefetch(key_of(choices[i].after));
        for (int i = 0; i < count; ++i)
            if (const Score score = -table_->find(key_of(choices[i].after)).upper; score >= beta) {
                ++table_hits;
                return score;
            }
        return {};
    }

    Key key_of(const Node& node) const { return {cells_.key(node.mine, node.filled), 0}; }

    Best try_moves(Choice* choices, const int count, const int empty, Score alpha, const Score beta) {
        Best best{-Table::limit - 1, choices[0].column};
        const bool sharing = busy_ != nullptr && empty >= worth_sharing;
        int put_off = 0;  // moves to come back to, kept at the front of the list
        for (int i = 0; i < count; ++i) {
            for (int j = i + 1; j < count; ++j)
                if (choices[j].order > choices[i].order) std::swap(choices[i], choices[j]);
            const std::uint64_t child = sharing ? child_of(choices[i].after) : 0;
            if (sharing && i > 0 && busy_->is(child))
                choices[put_off++] = choices[i];
            else if (is_cut(best, choices[i], empty, alpha, beta, child))
                return best;
        }
        for (int i = 0; i < put_off; ++i)
            if (is_cut(best, choices[i], empty, alpha, beta, child_of(choices[i].after))) return best;
        return best;
    }

    std::uint64_t child_of(const Node& node) const { return mix(key_of(node).low) | 1; }

    bool is_cut(Best& best, const Choice& choice, int empty, Score& alpha, Score beta, std::uint64_t child) {
        if (child) busy_->enter(child);
        const Score score = -search(choice.after, empty - 1, -beta, -alpha);
        if (child) busy_->leave(child);
        if (score > best.score) best = {score, choice.column};
        alpha = std::max(alpha, score);
        if (alpha < beta) return false;
        ++cutoffs;
        return true;
    }

    B board_;
    Geometry cells_;
    NearTable near_;
};

}  // namespace noughts

// A board of the games whose lines are completed with equal marks: m,n,k, cubes, misère, wild, Notakto; marks may drop.
//
// For each line it counts X's and O's, and from these counts it keeps, move by move, for each mark
//     completions   the empty cells where that mark completes a line
//     live          how many lines hold no other mark
//     potential     the sum of 2^(marks placed) over these lines
// A completion stays one until its cell is filled, so the sets only grow by moves and shrink by the cell just filled.
//
// Demands: checked rules with the goal `same_mark`, and a setup that they allow, without a complete line. What it is
// made from must outlive it. Promises: what the concept Board does.
#pragma once

#include "board.hpp"

namespace noughts {

class MarkBoard {
public:
    MarkBoard(const Rules& rules, const Keys& keys, const Setup& setup) : rules_(&rules), keys_(&keys) {
        assert(rules.goal == Goal::same_mark && static_cast<int>(setup.board.size()) == rules.cells);
        empty_ = rules.cells == max_cells ? ~Cells{0} : bit(rules.cells) - 1;
        side_ = setup.side;
        counts_.assign(rules.lines.size(), {0, 0});
        live_ = {static_cast<int>(rules.lines.size()), static_cast<int>(rules.lines.size())};
        potential_ = {rules.lines.size(), rules.lines.size()};
        if (rules.length == 1) completions_ = {empty_, empty_};
        for (int cell = 0; cell < rules.cells; ++cell)
            if (setup.board[cell]) place(cell, setup.board[cell] - 1);
    }

    int filled() const { return size(filled_); }
    int empty() const { return size(empty_); }
    int side() const { return side_; }
    Key key() const { return keys_->smallest(images_, filled_, digits_); }

    Bounds assess() const {
        if (!empty_) return Bounds::just(0);
        if (rules_->misere) return assess_misere();
        if (rules_->columns) return assess_drop();
        return rules_->own_marks() ? assess_own() : assess_shared();
    }

    Bounds generate(Candidates& moves) const {
        moves.clear();
        if (rules_->misere) return generate_misere(moves);
        if (rules_->columns) return generate_drop(moves);
        return rules_->own_marks() ? generate_own(moves) : generate_shared(moves);
    }

    void legal(Candidates& moves) const {
        moves.clear();
        for (Cells rest = open(); rest; rest &= rest - 1)
            for (int mark : rules_->marks[side_]) add(moves, first(rest), mark - 1, 0);
    }

    int least_plies(int completer) const {
        int missing = rules_->length;
        for (const auto& count : counts_)
            for (int mark : rules_->marks[completer])
                if (count[(mark - 1) ^ 1] == 0) missing = std::min(missing, rules_->length - count[mark - 1]);
        if (!rules_->own_marks()) return missing;
        return side_ == completer ? 2 * missing - 1 : 2 * missing;
    }

    bool completes(Move move) const { return completions_[move.mark - 1] & bit(move.cell); }

    void play(Move move) {
        assert((open() & bit(move.cell)) && rules_->may_place(side_, move.mark) && !completes(move));
        saved_[filled()] = {completions_, live_, potential_};
        place(move.cell, move.mark - 1);
        side_ ^= 1;
    }

    void undo(Move move) {
        assert(filled_ & bit(move.cell));
        const int mark = move.mark - 1;
        side_ ^= 1;
        for (auto line : rules_->lines_through[move.cell]) --counts_[line][mark];
        keys_->remove(images_, move.cell, rules_->digit[move.mark]);
        filled_ ^= bit(move.cell);
        empty_ ^= bit(move.cell);
        completions_ = saved_[filled()].completions;
        live_ = saved_[filled()].live;
        potential_ = saved_[filled()].potential;
    }

private:
    static constexpr int longest = 40;  // cells of a line up to which potentials are exact

    struct Saved {
        std::array<Cells, 2> completions;
        std::array<int, 2> live;
        std::array<std::uint64_t, 2> potential;
    };

    void place(int cell, int mark) {
        const int almost = rules_->length - 1;
        filled_ |= bit(cell);
        empty_ &= ~bit(cell);
        completions_[0] &= empty_;
        completions_[1] &= empty_;
        for (auto line : rules_->lines_through[cell]) {
            auto& count = counts_[line];
            if (count[mark] == 0) {
                --live_[mark ^ 1];
                potential_[mark ^ 1] -= power(count[mark ^ 1]);
            }
            if (count[mark ^ 1] == 0) potential_[mark] += power(count[mark]);  // twice what it was
            ++count[mark];
            if (count[mark] == almost && count[mark ^ 1] == 0) completions_[mark] |= rules_->lines[line] & empty_;
        }
        digits_[cell] = rules_->digit[mark + 1];
        keys_->place(images_, cell, digits_[cell]);
    }

    static std::uint64_t power(int marks) { return std::uint64_t{1} << std::min(marks, longest); }

    // Whether the opponent of a mark can stop all its lines, by the criterion of Erdős and Selfridge: he always takes
    // the cell with the largest potential, and then no line is ever filled. He needs twice as much if the mark is to
    // move. A line that he completes himself on the way only helps him.
    bool is_held(int mark, bool to_move) const {
        if (live_[mark] == 0) return true;
        return rules_->length <= longest && potential_[mark] < power(rules_->length - to_move);
    }

    void add(Candidates& moves, int cell, int mark, int order) const {
        moves.push_back(
            {{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(mark + 1)}, cell + 64 * mark, order});
    }

    Cells open() const { return rules_->open(filled_, empty_); }

    int mark_of(int side) const { return rules_->marks[side][0] - 1; }

    // The score of a game that the side to move wins `plies` from now; the negative is the score of losing it.
    Score win_in(int plies) const { return std::max(0, size(empty_) + 1 - plies); }

    // Each side with a mark of its own, completing a line wins.
    //
    // Without a completion of my own I win in 3 at the earliest; once the opponent's completion is blocked, he wins in
    // 4 at the earliest.
    Bounds assess_own() const {
        const int mine = mark_of(side_), theirs = mine ^ 1;
        if (completions_[mine]) return Bounds::just(win_in(1));
        if (size(completions_[theirs]) > 1) return Bounds::just(-win_in(2));
        // The first player does not lose on the empty board: he could play the second player's winning strategy, for
        // a mark too many never hurts.
        return {is_held(theirs, false) || !filled_ ? 0 : -win_in(4), is_held(mine, true) ? 0 : win_in(3)};
    }

    // What a mark on `cell` would do: the completions it would open, and how much it is worth to each side.
    struct Prospect {
        Cells mine = 0;
        Cells theirs = 0;
        int order = 0;
    };

    Prospect prospect(int cell, int mine) const {
        Prospect outlook;
        const int two_left = rules_->length - 2;
        for (auto line : rules_->lines_through[cell]) {
            const int own = counts_[line][mine], other = counts_[line][mine ^ 1];
            if (other == 0) {
                outlook.order += weight(own);
                if (own == two_left) outlook.mine |= rules_->lines[line] & empty_ & ~bit(cell);
            }
            if (own == 0) {
                outlook.order += weight(other);
                if (other == two_left) outlook.theirs |= rules_->lines[line] & empty_ & ~bit(cell);
            }
        }
        return outlook;
    }

    static int weight(int count) { return 1 << (2 * std::min(count, 6)); }

    // A move that opens two completions wins in 3. If the opponent could do that next, I must make a threat of my
    // own, or take one of the cells he needs: every other move loses in 4, which is `lower` already.
    Bounds generate_own(Candidates& moves) const {
        const int mine = mark_of(side_), theirs = mine ^ 1;
        const Bounds bounds = assess_own();
        if (completions_[theirs]) {
            add(moves, first(completions_[theirs]), mine, 0);
            return bounds;
        }
        Cells defences = empty_, threats = 0, forks = 0;
        bool has_dead = false;
        for (Cells rest = empty_; rest; rest &= rest - 1) {
            const int cell = first(rest);
            const Prospect outlook = prospect(cell, mine);
            if (size(outlook.mine) > 1) {
                moves.clear();
                return Bounds::just(win_in(3));
            }
            if (outlook.mine) threats |= bit(cell);
            if (size(outlook.theirs) > 1) forks |= bit(cell);
            if (outlook.order == 0) {  // on no live line: all such cells are alike
                if (has_dead) continue;
                has_dead = true;
            }
            add(moves, cell, mine, outlook.order);
        }
        for (Cells rest = forks; rest; rest &= rest - 1) defences &= defences_against(first(rest), theirs);
        if (forks)
            std::erase_if(moves, [&](const Candidate& it) { return !(bit(it.move.cell) & (defences | threats)); });
        return moves.empty() ? Bounds::just(bounds.lower) : bounds;
    }

    // The cells where a mark keeps the opponent from opening two completions with one move on `fork`.
    Cells defences_against(int fork, int theirs) const {
        const int two_left = rules_->length - 2;
        Cells defences = bit(fork), opened = 0;
        for (auto line : rules_->lines_through[fork])
            if (counts_[line][theirs ^ 1] == 0 && counts_[line][theirs] == two_left)
                opened |= rules_->lines[line] & empty_ & ~bit(fork);
        // Each such line has two empty cells, the fork and the completion it opens; one mark there spoils one of
        // them. With three or more, only the fork itself helps.
        return size(opened) == 2 ? defences | opened : defences;
    }

    // Marks that both may place, completing a line wins. A move that lets the opponent complete a line loses in 2.
    Cells completions_of(int side) const {
        Cells all = 0;
        for (int mark : rules_->marks[side]) all |= completions_[mark - 1];
        return all;
    }

    bool can_complete(int side) const {
        for (int mark : rules_->marks[side])
            if (live_[mark - 1]) return true;
        return false;
    }

    Bounds assess_shared() const {
        if (completions_of(side_)) return Bounds::just(win_in(1));
        if (size(completions_of(side_ ^ 1)) > 1) return Bounds::just(-win_in(2));
        return {can_complete(side_ ^ 1) ? -win_in(2) : 0, can_complete(side_) ? win_in(3) : 0};
    }

    Bounds generate_shared(Candidates& moves) const {
        Bounds bounds = assess_shared();
        const Cells forced = completions_of(side_ ^ 1);
        for (Cells rest = forced ? forced : empty_; rest; rest &= rest - 1)
            for (int mark : rules_->marks[side_]) {
                const int cell = first(rest);
                const Prospect outlook = prospect(cell, mark - 1);
                if (outlook.mine && rules_->may_place(side_ ^ 1, mark)) continue;
                add(moves, cell, mark - 1, outlook.order);
            }
        if (moves.empty()) return Bounds::just(bounds.lower);
        return {std::max(bounds.lower, -win_in(4)), bounds.upper};
    }

    // Marks that drop, completing a line wins. A cell may be filled only once what is below it is full, so neither the
    // criterion above nor a stolen strategy holds.
    Bounds assess_drop() const {
        if (completions_of(side_) & open()) return Bounds::just(win_in(1));
        if (size(completions_of(side_ ^ 1) & open()) > 1) return Bounds::just(-win_in(2));
        return {can_complete(side_ ^ 1) ? -win_in(2) : 0, can_complete(side_) ? win_in(3) : 0};
    }

    // A move after which the opponent can complete a line loses in 2; if there is no other, all are alike.
    Bounds generate_drop(Candidates& moves) const {
        const Bounds bounds = assess_drop();
        for (Cells rest = open(); rest; rest &= rest - 1)
            for (int mark : rules_->marks[side_]) {
                const int cell = first(rest);
                const Prospect outlook = prospect(cell, mark - 1);
                Cells theirs = completions_of(side_ ^ 1);
                if (rules_->may_place(side_ ^ 1, mark)) theirs |= outlook.mine;
                if (theirs & rules_->open(filled_ | bit(cell), empty_ ^ bit(cell))) continue;
                add(moves, cell, mark - 1, outlook.order);
            }
        if (moves.empty()) return Bounds::just(bounds.lower);
        return {std::max(bounds.lower, -win_in(4)), bounds.upper};
    }

    // Completing a line loses. Such moves are left out unless nothing else is left.
    Bounds assess_misere() const {
        bool safe = false;
        for (int mark : rules_->marks[side_]) safe |= (open() & ~completions_[mark - 1]) != 0;
        if (!safe) return Bounds::just(-win_in(1));
        return {can_complete(side_) ? -win_in(3) : 0, can_complete(side_ ^ 1) ? win_in(2) : 0};
    }

    Bounds generate_misere(Candidates& moves) const {
        for (int mark : rules_->marks[side_])
            for (Cells rest = open() & ~completions_[mark - 1]; rest; rest &= rest - 1)
                add(moves, first(rest), mark - 1, -prospect(first(rest), mark - 1).order);
        return assess_misere();
    }

    const Rules* rules_;
    const Keys* keys_;
    Cells filled_ = 0;
    Cells empty_ = 0;
    int side_ = 0;
    std::array<Cells, 2> completions_{};  // by mark, as are the following
    std::array<int, 2> live_{};
    std::array<std::uint64_t, 2> potential_{};
    std::vector<std::array<std::uint8_t, 2>> counts_;  // by line
    std::array<std::uint8_t, max_cells> digits_{};
    Keys::Images images_;
    std::array<Saved, max_cells + 1> saved_{};
};

static_assert(Board<MarkBoard>);

}  // namespace noughts

// A board of the games whose lines are completed by a sum: Tic-Tac-Total, numerical tic-tac-toe.
//
// For each line it keeps what is missing to the target and how many cells are empty. Whether a side can complete the
// line now, or whether anyone ever can, depends on these two numbers only and is looked up.
//
// Demands: checked rules with the goal `sum`, and a setup that they allow, without a complete line. What it is made
// from must outlive it. Promises: what the concept Board does.
#pragma once

#include "board.hpp"

namespace noughts {

// Which sums can still be reached, worked out once for a game.
class Sums {
public:
    explicit Sums(const Rules& rules) : cells_(rules.length + 1), target_(rules.target) {
        for (int side = 0; side < 2; ++side) {
            for (int mark : rules.marks[side]) has_[side][mark] = true;
            ever_[side].assign(static_cast<std::size_t>(target_ + 1) * cells_, false);
        }
        // any[c]: the sums of exactly c numbers of either side; with[side][c]: at least one of them of that side.
        std::vector<std::vector<char>> any(cells_, std::vector<char>(target_ + 1));
        any[0][0] = true;
        std::array<std::vector<std::vector<char>>, 2> with{any, any};
        with[0][0][0] = with[1][0][0] = false;
        for (int count = 1; count < cells_; ++count)
            for (int mark = 1; mark <= std::min(255, target_); ++mark)
                for (int sum = mark; rules.digit[mark] && sum <= target_; ++sum) {
                    any[count][sum] |= any[count - 1][sum - mark];
                    for (int side = 0; side < 2; ++side)
                        with[side][count][sum] |=
                            has_[side][mark] ? any[count - 1][sum - mark] : with[side][count - 1][sum - mark];
                }
        for (int side = 0; side < 2; ++side)
            for (int missing = 1; missing <= target_; ++missing)
                for (int free = 1; free < cells_; ++free)
                    for (int count = rules.full ? free : 1; count <= free; ++count)
                        if (with[side][count][missing]) ever_[side][missing * cells_ + free] = true;
    }

    // Whether the side has the number `missing`.
    bool has(int side, int missing) const { return missing > 0 && missing < 256 && has_[side][missing]; }

    // Whether the side could ever complete a line with so much missing and so many empty cells. Where numbers may be
    // used only once this may say yes too often, never too seldom.
    bool ever(int side, int missing, int free) const { return missing > 0 && ever_[side][missing * cells_ + free]; }

private:
    int cells_;
    int target_;
    std::array<std::array<bool, 256>, 2> has_{};
    std::array<std::vector<char>, 2> ever_;
};

class NumberBoard {
public:
    NumberBoard(const Rules& rules, const Keys& keys, const Sums& sums, const Setup& setup)
        : rules_(&rules), keys_(&keys), sums_(&sums), side_(setup.side) {
        assert(rules.goal == Goal::sum && static_cast<int>(setup.board.size()) == rules.cells);
        empty_ = rules.cells == max_cells ? ~Cells{0} : bit(rules.cells) - 1;
        lines_.assign(rules.lines.size(), {rules.target, rules.length});
        for (int cell = 0; cell < rules.cells; ++cell)
            if (setup.board[cell]) place(cell, setup.board[cell]);
        for (int mark : rules.marks[0])
            for (int other : rules.marks[1]) shared_ |= mark == other;
    }

    int filled() const { return size(filled_); }
    int empty() const { return size(empty_); }
    int side() const { return side_; }
    Key key() const { return keys_->smallest(images_, filled_, digits_); }

    Bounds assess() const {
        if (!can_move()) return Bounds::just(0);
        std::array<bool, 2> now{}, ever{};
        for (const Line& line : lines_)
            for (int side = 0; side < 2; ++side) {
                now[side] |= completes_now(line, side);
                ever[side] |= sums_->ever(side, line.missing, line.free);
            }
        const int mine = side_, theirs = side_ ^ 1;
        if (rules_->misere)  // in which completing a line loses: it happens in 1, or to the opponent in 2
            return {ever[mine] ? -win_in(1) : 0, ever[theirs] ? win_in(2) : 0};
        if (now[mine]) return Bounds::just(win_in(1));
        return {ever[theirs] ? -win_in(2) : 0, ever[mine] ? win_in(3) : 0};
    }

    Bounds generate(Candidates& moves) const {
        moves.clear();
        return rules_->misere ? generate_misere(moves) : generate_plain(moves);
    }

    void legal(Candidates& moves) const {
        moves.clear();
        for (Cells rest = empty_; rest; rest &= rest - 1)
            for (std::size_t at = 0; at < rules_->marks[side_].size(); ++at)
                if (is_free(rules_->marks[side_][at])) add(moves, first(rest), at, 0);
    }

    int least_plies(int completer) const { return side_ == completer ? 1 : 2; }

    bool completes(Move move) const {
        for (auto at : rules_->lines_through[move.cell])
            if (lines_[at].missing == move.mark && (!rules_->full || lines_[at].free == 1)) return true;
        return false;
    }

    void play(Move move) {
        assert((empty_ & bit(move.cell)) && rules_->may_place(side_, move.mark) && is_free(move.mark));
        assert(!completes(move));
        place(move.cell, move.mark);
        side_ ^= 1;
    }

    void undo(Move move) {
        assert((filled_ & bit(move.cell)) && used_[move.mark] > 0);
        side_ ^= 1;
        filled_ ^= bit(move.cell);
        empty_ ^= bit(move.cell);
        --used_[move.mark];
        for (auto at : rules_->lines_through[move.cell]) {
            lines_[at].missing += move.mark;
            ++lines_[at].free;
        }
        keys_->remove(images_, move.cell, rules_->digit[move.mark]);
    }

private:
    struct Line {
        int missing;  // to the target; negative where the sum is beyond it
        int free;     // how many of its cells are empty
    };

    void place(int cell, int mark) {
        filled_ |= bit(cell);
        empty_ &= ~bit(cell);
        ++used_[mark];
        for (auto at : rules_->lines_through[cell]) {
            lines_[at].missing -= mark;
            --lines_[at].free;
        }
        digits_[cell] = rules_->digit[mark];
        keys_->place(images_, cell, digits_[cell]);
    }

    void add(Candidates& moves, int cell, std::size_t at, int order) const {
        const int mark = rules_->marks[side_][at];
        const int slot = cell * static_cast<int>(rules_->marks[side_].size()) + static_cast<int>(at);
        moves.push_back({{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(mark)}, slot, order});
    }

    bool is_free(int mark) const { return !rules_->once || !used_[mark]; }

    bool can_move() const {
        if (!empty_) return false;
        if (!rules_->once) return true;
        for (int mark : rules_->marks[side_])
            if (!used_[mark]) return true;
        return false;
    }

    Score win_in(int plies) const { return std::max(0, size(empty_) + 1 - plies); }

    bool completes_now(const Line& line, int side) const {
        return (rules_->full ? line.free == 1 : line.free > 0) && sums_->has(side, line.missing) &&
               is_free(line.missing);
    }

    // The line after `mark` has been placed in one of its cells, seen by a side that moves next.
    bool would_complete(const Line& line, int side, int mark) const {
        const Line after{line.missing - mark, line.free - 1};
        return completes_now(after, side) && !(rules_->once && after.missing == mark);
    }

    // A move that leaves the opponent a line to complete loses in 2. Where several lines must be spoiled at once and
    // no cell lies on all of them, every move does; and if that happens to the opponent I win in 3.
    Bounds generate_plain(Candidates& moves) const {
        Bounds bounds = assess();
        const int theirs = side_ ^ 1;
        Cells must = empty_;  // where a move must be to spoil all lines the opponent could complete now
        for (std::size_t at = 0; at < lines_.size(); ++at)
            if (completes_now(lines_[at], theirs) && !(rules_->once && shared_)) must &= rules_->lines[at];
        const auto& marks = rules_->marks[side_];
        std::array<Cells, max_cells> earlier_lines{};
        int earlier = 0;
        for (Cells rest = must; rest; rest &= rest - 1) {
            const int cell = first(rest);
            if (is_twin(cell, earlier_lines, earlier)) continue;
            for (std::size_t at = 0; at < marks.size(); ++at) {
                const int mark = marks[at];
                if (!is_free(mark) || !is_safe(cell, mark, theirs)) continue;
                const Fork fork = fork_after(cell, mark);
                if (fork.threats > 0 && !fork.spoilers && !rules_->once) {
                    moves.clear();
                    return Bounds::just(win_in(3));
                }
                add(moves, cell, at, fork.threats * 64 - size(fork.spoilers) + fork.open);
                if (earlier_lines[earlier - 1] == 0 && !rules_->once) break;  // on no live line all numbers are alike
            }
        }
        if (moves.empty()) return Bounds::just(-win_in(2));
        return {std::max(bounds.lower, -win_in(4)), bounds.upper};
    }

    // Whether a cell before this one lies on the same lines, of those that anyone can still complete: then a number
    // is worth the same on either.
    bool is_twin(int cell, std::array<Cells, max_cells>& earlier_lines, int& earlier) const {
        if (rules_->lines.size() > 64) {
            earlier_lines[earlier++] = ~Cells{0};
            return false;
        }
        Cells through = 0;
        for (auto at : rules_->lines_through[cell]) {
            const Line& line = lines_[at];
            if (sums_->ever(0, line.missing, line.free) || sums_->ever(1, line.missing, line.free)) through |= bit(at);
        }
        for (int i = 0; i < earlier; ++i)
            if (earlier_lines[i] == through) return true;
        earlier_lines[earlier++] = through;
        return false;
    }

    bool is_safe(int cell, int mark, int theirs) const {
        for (std::size_t at = 0; at < lines_.size(); ++at) {
            const Line& line = lines_[at];
            if (rules_->lines[at] & bit(cell)) {
                if (would_complete(line, theirs, mark)) return false;
            } else if (completes_now(line, theirs) && !(rules_->once && line.missing == mark)) {
                return false;
            }
        }
        return true;
    }

    // The lines I could complete after a move, the cells where one reply spoils them all, and the live lines left.
    struct Fork {
        int threats = 0;
        Cells spoilers = ~Cells{0};
        int open = 0;
    };

    Fork fork_after(int cell, int mark) const {
        Fork fork;
        for (std::size_t at = 0; at < lines_.size(); ++at) {
            const bool through = rules_->lines[at] & bit(cell);
            const Line line = through ? Line{lines_[at].missing - mark, lines_[at].free - 1} : lines_[at];
            if (completes_now(line, side_) && !(rules_->once && line.missing == mark)) {
                ++fork.threats;
                fork.spoilers &= rules_->lines[at] & empty_ & ~bit(cell);
            }
            if (through)
                fork.open +=
                    sums_->ever(side_, line.missing, line.free) - sums_->ever(side_ ^ 1, line.missing, line.free);
        }
        return fork;
    }

    // Completing a line loses; such moves are left out unless nothing else is left.
    Bounds generate_misere(Candidates& moves) const {
        Bounds bounds = assess();
        legal(moves);
        std::erase_if(moves, [&](const Candidate& it) { return completes(it.move); });
        if (moves.empty()) return Bounds::just(-win_in(1));
        return {std::max(bounds.lower, -win_in(3)), bounds.upper};
    }

    const Rules* rules_;
    const Keys* keys_;
    const Sums* sums_;
    Cells filled_ = 0;
    Cells empty_ = 0;
    int side_;
    bool shared_ = false;  // whether a number may be placed by either side
    std::vector<Line> lines_;
    std::array<std::uint8_t, 256> used_{};  // how often each number is on the board
    std::array<std::uint8_t, max_cells> digits_{};
    Keys::Images images_;
};

static_assert(Board<NumberBoard>);

}  // namespace noughts

// A board on which marks drop and completing a line wins: Connect Four and its relatives of other sizes.
//
// Demands: rules for which `fits` is true, and a setup that they allow, without a complete line. The rules must outlive
// it. Promises: what the concept Board does.
#pragma once

#include "board.hpp"
#include "columns.hpp"

namespace noughts {

template <int Length, int Rows = 0, int Columns = 0>
class DropBoard {
public:
    using Geometry = DropCells<Length, Rows, Columns>;

    static constexpr bool far_end_first = true;  // the question whether a game ends sooner is cheaper when it is late

    static bool fits(const Rules& rules) { return !rules.misere && rules.own_marks() && Geometry::fit(rules); }

    DropBoard(const Rules& rules, const Setup& setup)
        : rules_(&rules), cells_(rules.cells / rules.columns, rules.columns), side_(setup.side) {
        assert(fits(rules));
        for (int cell = 0; cell < rules.cells; ++cell) {
            const int mark = setup.board[cell];
            if (mark) filled_ |= cells_.place(cell);
            if (mark == rules.marks[side_][0]) mine_ |= cells_.place(cell);
        }
    }

    int filled() const { return size(filled_); }
    int empty() const { return rules_->cells - filled(); }
    int side() const { return side_; }
    Key key() const { return {cells_.key(mine_, filled_), 0}; }

    const Geometry& geometry() const { return cells_; }
    Cells mine() const { return mine_; }  // the marks of the side to move
    Cells all() const { return filled_; }
    Cells theirs() const { return cells_.completions(filled_ ^ mine_, filled_); }  // the opponent's completions

    // Without a completion of my own I win in 3 at the earliest. After a safe move the opponent wins in 4 at the
    // earliest.
    Bounds assess() const {
        if (empty() == 0) return Bounds::just(0);
        if (cells_.completions(mine_, filled_) & open()) return Bounds::just(win_in(1));
        if (!Geometry::safe(open(), theirs())) return Bounds::just(-win_in(2));
        return {-win_in(4), win_in(3)};
    }

    Bounds generate(Candidates& moves) const {
        moves.clear();
        for (Cells rest = Geometry::safe(open(), theirs()); rest; rest &= rest - 1) add(moves, first(rest));
        return {-win_in(4), win_in(3)};
    }

    void legal(Candidates& moves) const {
        moves.clear();
        for (Cells rest = open(); rest; rest &= rest - 1) add(moves, first(rest));
    }

    int least_plies(int completer) const {
        const Cells own = side_ == completer ? mine_ : filled_ ^ mine_;
        int missing = Length;
        for (Cells line : rules_->lines) {
            int count = 0;
            bool is_dead = false;
            for (Cells rest = line; rest; rest &= rest - 1) {
                const Cells place = cells_.place(first(rest));
                count += (own & place) != 0;
                is_dead |= (filled_ & ~own & place) != 0;
            }
            if (!is_dead) missing = std::min(missing, Length - count);
        }
        return side_ == completer ? 2 * missing - 1 : 2 * missing;
    }

    bool completes(Move move) const { return cells_.completions(mine_, filled_) & cells_.place(move.cell); }

    void play(Move move) {
        assert((open() & cells_.place(move.cell)) && !completes(move));
        mine_ ^= filled_;
        filled_ |= cells_.place(move.cell);
        side_ ^= 1;
    }

    void undo(Move move) {
        assert(filled_ & cells_.place(move.cell));
        filled_ ^= cells_.place(move.cell);
        mine_ ^= filled_;
        side_ ^= 1;
    }

private:
    Cells open() const { return cells_.open(filled_); }
    Score win_in(int plies) const { return std::max(0, empty() + 1 - plies); }

    void add(Candidates& moves, int at) const {
        moves.push_back(
            {{static_cast<std::uint8_t>(cells_.cell(at)), static_cast<std::uint8_t>(rules_->marks[side_][0])},
             at / cells_.stride(),
             0});
    }

    const Rules* rules_;
    Geometry cells_;
    int side_;
    Cells filled_ = 0;
    Cells mine_ = 0;
};

static_assert(Board<DropBoard<4>>);

}  // namespace noughts

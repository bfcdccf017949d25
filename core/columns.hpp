// Sets of cells on a board where marks drop, as bits of one word.
//
// A column is `rows` bits and an empty one above them, columns follow one another; six rows and seven columns:
//
//      6 13 20 27 34 41 48     always empty: nothing runs over from one column into the next, and
//      5 12 19 26 33 40 47     filled + bottom is the set of lowest empty cells, also where a column is full
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42     bottom
//
// The number mine + filled is different for different positions: the highest 1 of a column lies just above its marks,
// and below it every bit says whose mark it is. The key is the smaller of this number and that of the mirror image.
//
// Demands: a flat board for which `fit` is true. Promises: see each operation.
#pragma once

#include <algorithm>
#include <utility>

#include "rules.hpp"

namespace noughts {

// Sizes that are not 0 are known when this is compiled, which makes the usual board quicker.
template <int Length, int Rows = 0, int Columns = 0>
class DropCells {
public:
    static bool fit(const Rules& rules) {
        if (rules.columns == 0 || rules.length != Length) return false;
        const int rows = rules.cells / rules.columns;
        if ((Rows && rows != Rows) || (Columns && rules.columns != Columns)) return false;
        return (rows + 1) * rules.columns <= max_cells && (Length - 1) * (rows + 2) < max_cells && is_flat(rules, rows);
    }

    DropCells(int rows, int columns) : rows_(rows), columns_(columns) {
        for (int column = 0; column < columns; ++column) {
            bottom_ |= bit(column * stride());
            board_ |= (bit(rows) - 1) << (column * stride());
            for (int height = rows % 2; height < rows; height += 2) lower_ |= bit(column * stride() + height);
        }
    }

    int rows() const { return Rows ? Rows : rows_; }
    int columns() const { return Columns ? Columns : columns_; }
    int stride() const { return rows() + 1; }
    Cells board() const { return board_; }

    // The same cell here and in reading order.
    Cells place(int cell) const { return bit(cell % columns() * stride() + rows() - 1 - cell / columns()); }
    int cell(int at) const { return (rows() - 1 - at % stride()) * columns() + at / stride(); }

    // The lowest empty cell of each column that is not full.
    Cells open(Cells filled) const { return (filled + bottom_) & board_; }

    std::uint64_t key(Cells mine, Cells filled) const {
        const std::uint64_t number = mine + filled;
        return std::min(number, mirrored(number));
    }

    // The empty cells where one more mark completes a line of these. Along a column that is only above them.
    Cells completions(Cells marks, Cells filled) const {
        const Cells found = before<Length - 1>(marks, 1) | gaps(marks, stride() - 1) | gaps(marks, stride()) |
                            gaps(marks, stride() + 1);
        return found & board_ & ~filled;
    }

    // The moves after which the opponent, who has these completions, cannot complete a line: they take the one that is
    // open, and lie below none. Without any, the mover loses in 2 unless he completes a line himself.
    static Cells safe(Cells open, Cells theirs) {
        const Cells forced = theirs & open;
        if (forced & (forced - 1)) return 0;
        return (forced ? forced : open) & ~(theirs >> 1);
    }

    // An upper bound on the mover's score, by two strategies of the opponent; max_cells where neither works.
    //
    // He follows: he plays above the mover, in the same column. Columns with an odd number of empty cells are taken two
    // and two: the first move in one of them is answered in the other. So the mover gets at most the lower cell of each
    // pair and the open cells of odd columns. Does he complete no line with these, he cannot win; do the upper cells of
    // the pairs complete one of the opponent's, he loses.
    //
    // If the number of odd columns is odd, one of them is left over. The opponent needs a threat there (one of
    // `theirs`) above an odd number of empty cells. He follows below it, too, and at the end the mover must play under
    // it.
    int most_by_following(Cells mine, Cells filled, Cells open, Cells theirs) const {
        const Cells odd = open & ~lower_, empty = board_ & ~filled;
        if (size(odd) % 2) return most_under_a_threat(mine, empty, odd, theirs & lower_);
        if (has_line(mine | (empty & lower_) | odd)) return max_cells;
        const Cells others = filled ^ mine, upper = empty & ~lower_ & ~odd;
        if (!has_line(others | upper)) return 0;
        int height = rows() % 2 + 2;  // above the highest cell that the line needs, all stay empty
        while (height < rows() && !has_line(others | (upper & lowest(height)))) height += 2;
        return height - 1 - rows();
    }

private:
    static bool is_flat(const Rules& rules, int rows) {  // a cube's lines also run through its rows and layers
        std::size_t count = 0;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < rules.columns; ++column) {
                const bool across = column + Length <= rules.columns, down = row + Length <= rows;
                count += across + down + 2 * (across && down);
            }
        return rules.lines.size() == count;
    }

    // All cells of so many rows at the bottom.
    Cells lowest(int height) const { return bottom_ * (bit(height) - 1); }

    int most_under_a_threat(Cells mine, Cells empty, Cells odd, Cells threats) const {
        for (; threats; threats &= threats - 1) {
            const int at = first(threats), height = at % stride();
            const Cells below = bit(at) - bit(at - height), column = (bit(rows()) - 1) << (at - height);
            if (!(odd & column)) continue;
            const Cells elsewhere = ((empty & lower_) | odd) & ~column;
            if (!has_line(mine | elsewhere | (empty & ~lower_ & below))) return height - rows();  // above it: empty
        }
        return max_cells;
    }

    // The cells with n marks in a row before them, and those with n after them. Unrolled by hand: compilers do not.
    template <int n>
    static Cells before(Cells marks, int step) {
        if constexpr (n == 0)
            return ~Cells{0};
        else
            return before<n - 1>(marks, step) & marks << (n * step);
    }
    template <int n>
    static Cells after(Cells marks, int step) {
        if constexpr (n == 0)
            return ~Cells{0};
        else
            return after<n - 1>(marks, step) & marks >> (n * step);
    }

    // The cells with so many marks in a row around them that one more makes a line.
    static Cells gaps(Cells marks, int step) {
        return [&]<int... n>(std::integer_sequence<int, n...>) {
            return ((before<n>(marks, step) & after<Length - 1 - n>(marks, step)) | ...);
        }(std::make_integer_sequence<int, Length>{});
    }

    bool has_line(Cells marks) const {
        const auto along = [&](int step) { return marks & before<Length - 1>(marks, step); };
        return (along(1) | along(stride() - 1) | along(stride()) | along(stride() + 1)) != 0;
    }

    std::uint64_t mirrored(std::uint64_t number) const {
        const std::uint64_t column = (std::uint64_t{1} << stride()) - 1;
        const auto image = [&](int i) {
            return (number >> (i * stride()) & column) << ((columns() - 1 - i) * stride());
        };
        if constexpr (Columns != 0) {
            return [&]<int... i>(std::integer_sequence<int, i...>) {
                return (image(i) | ...);
            }(std::make_integer_sequence<int, Columns>{});
        }
        std::uint64_t all = 0;
        for (int i = 0; i < columns(); ++i) all |= image(i);
        return all;
    }

    int rows_;
    int columns_;
    Cells bottom_ = 0;
    Cells board_ = 0;
    Cells lower_ = 0;  // the lower cells of pairs, counted from the top
};

}  // namespace noughts

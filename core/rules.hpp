// The rules of one game, as data: what the Python side computed from the shape of the board.
//
// Demands: nothing; `check` throws std::invalid_argument where the data make no sense. Everything else in core/ demands
// rules that have been checked. Promises: after `check` lines are of one length and on the board, symmetries carry
// lines to lines, and the derived members fit.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace noughts {

inline constexpr int max_cells = 64;

// A set of cells: bit c stands for cell c, cells being numbered in reading order.
using Cells = std::uint64_t;

constexpr Cells bit(int cell) {
    assert(cell >= 0 && cell < max_cells);
    return Cells{1} << cell;
}
constexpr int first(Cells cells) { return std::countr_zero(cells); }  // max_cells where there is none
constexpr int size(Cells cells) { return std::popcount(cells); }

// A line is complete when it is full of one mark, or when its numbers sum to the target.
enum class Goal { same_mark, sum };

struct Move {
    std::uint8_t cell;
    std::uint8_t mark;
    friend bool operator==(const Move&, const Move&) = default;
};

// A board as the caller gives it: a mark for each cell, 0 where it is empty, and the side to move, 0 or 1.
struct Setup {
    std::vector<std::uint8_t> board;
    int side = 0;
};

class Rules {
public:
    int cells = 0;
    std::vector<Cells> lines;
    std::array<std::vector<int>, 2> marks;  // what each side may place
    Goal goal = Goal::same_mark;
    int target = 0;
    bool full = false;  // whether a line must be full for its sum to count
    bool once = false;  // whether each number may be placed only once
    bool misere = false;
    int columns = 0;  // where marks drop, how many columns there are: cell c lies above cell c + columns
    std::vector<std::vector<int>> symmetries;  // the content of cell p[i] moves to cell i; the identity comes first
    std::vector<int> cell_order;               // cells in the documented order of preference

    // Derived by check().
    int length = 0;
    std::vector<std::vector<std::uint16_t>> lines_through;  // for each cell, the lines that contain it
    std::array<std::uint8_t, 256> digit{};                  // marks numbered from 1; 0 is the empty cell
    int digits = 1;                                         // how many different contents a cell can have

    // Throws std::invalid_argument unless everything above the line makes sense; fills in what is below it.
    void check() {
        require(cells >= 1 && cells <= max_cells, "a board has 1 to 64 cells");
        require(!lines.empty() && lines.size() <= 4096, "a game has 1 to 4096 lines");
        const Cells board = cells == max_cells ? ~Cells{0} : bit(cells) - 1;
        length = size(lines.front());
        for (Cells line : lines)
            require(size(line) == length && length > 0 && (line & ~board) == 0, "a line lies outside the board");
        check_marks();
        require(!symmetries.empty() && symmetries.size() <= 4096, "a board has 1 to 4096 symmetries");
        for (const auto& symmetry : symmetries) require_permutation(symmetry);
        require_permutation(cell_order);
        for (int cell = 0; cell < cells; ++cell)
            require(symmetries.front()[cell] == cell, "the first symmetry must be the identity");
        check_symmetries_keep_lines();
        check_columns();
        lines_through.assign(cells, {});
        for (std::size_t line = 0; line < lines.size(); ++line)
            for (Cells rest = lines[line]; rest; rest &= rest - 1)
                lines_through[first(rest)].push_back(static_cast<std::uint16_t>(line));
    }

    // Throws unless the setup is a board of this game.
    void check(const Setup& setup) const {
        require(static_cast<int>(setup.board.size()) == cells, "the board has the wrong number of cells");
        require(setup.side == 0 || setup.side == 1, "the side to move is 0 or 1");
        for (int mark : setup.board) require(mark == 0 || digit[mark] != 0, "a mark on the board belongs to nobody");
        for (int cell = 0; columns && cell + columns < cells; ++cell)
            require(!setup.board[cell] || setup.board[cell + columns], "a mark has nothing below it");
    }

    // The cells that can be filled, of a board with these filled and these empty cells.
    Cells open(Cells filled, Cells empty) const {
        if (columns == 0 || columns == cells) return empty;
        const Cells bottom = (bit(columns - 1) << 1) - 1;
        return empty & (filled >> columns | bottom << (cells - columns));
    }

    bool may_place(int side, int mark) const {
        for (int own : marks[side])
            if (own == mark) return true;
        return false;
    }

    // Each side has one mark, which the other side has not: lines belong to sides.
    bool own_marks() const {
        return goal == Goal::same_mark && marks[0].size() == 1 && marks[1].size() == 1 && marks[0] != marks[1];
    }

private:
    static void require(bool condition, const char* message) {
        if (!condition) throw std::invalid_argument(message);
    }

    void require_permutation(const std::vector<int>& order) const {
        require(static_cast<int>(order.size()) == cells, "a permutation has the wrong number of cells");
        std::vector<bool> is_listed(cells);
        for (int cell : order) {
            require(cell >= 0 && cell < cells && !is_listed[cell],
                    "a permutation names a cell twice or one that is not there");
            is_listed[cell] = true;
        }
    }

    void check_marks() {
        const int largest = goal == Goal::sum ? 255 : 2;
        for (const auto& own : marks) {
            require(!own.empty(), "each side needs a mark to place");
            for (int mark : own) require(mark >= 1 && mark <= largest, "a mark is out of range");
        }
        require(goal == Goal::sum || !once, "only numbers can be limited to one use");
        require(goal == Goal::same_mark || (target >= 1 && target < 1 << 16), "the target is out of range");
        for (int mark = 1; mark <= 255; ++mark)
            if (may_place(0, mark) || may_place(1, mark)) digit[mark] = static_cast<std::uint8_t>(digits++);
    }

    void check_columns() const {
        require(columns >= 0 && columns <= cells && (columns == 0 || cells % columns == 0),
                "columns do not divide the board");
        require(columns == 0 || goal == Goal::same_mark, "numbers do not drop");
        for (const auto& symmetry : symmetries)
            for (int cell = 0; columns && cell + columns < cells; ++cell)
                require(symmetry[cell + columns] == symmetry[cell] + columns,
                        "a symmetry does not carry columns to columns");
    }

    void check_symmetries_keep_lines() const {
        const std::set<Cells> all(lines.begin(), lines.end());
        for (const auto& symmetry : symmetries)
            for (Cells line : lines) {
                Cells image = 0;
                for (Cells rest = line; rest; rest &= rest - 1) image |= bit(symmetry[first(rest)]);
                require(all.contains(image), "a symmetry does not carry lines to lines");
            }
    }
};

}  // namespace noughts

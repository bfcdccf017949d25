// A strong table: the score of every position that can follow from a given one.
//
// The empty cells of the start are the digits of a number, so each position has a place in one array of bytes. A move
// only ever adds to that number. Going up through the array, every position marks what can follow from it; going
// down again, every position that was marked finds all that follow from it already scored. Both ways lead through
// memory in order, and no position is ever looked up by hashing.
//
// Demands: checked rules. The setup comes from outside: std::invalid_argument is thrown where it is no board of the
// game, std::length_error where the table does not fit in the memory. Promises: every position that can follow from the
// start has its exact score under the ranking, and no other position has one. Stopped is thrown when it is not
// finished.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "control.hpp"
#include "queries.hpp"
#include "rules.hpp"

namespace noughts {

class StrongTable {
public:
    // A position of the table, as `each` shows it.
    struct Row {
        const std::uint8_t* board;  // a mark for each cell of the game
        int side;
        Score score;
        int distance;                   // plies to the end of the game
        const std::vector<Move>& best;  // in the documented order of preference; none where the game has ended
    };

    // Every position in arrays of numbers, in descending order of `numbers` (see `scores`).
    struct Labels {
        std::vector<std::uint64_t> numbers;
        std::vector<std::int8_t> scores;
        std::vector<std::int8_t> distances;
        std::vector<std::uint64_t> best;  // bit c·n + i: the i-th of the n marks of the side to move, on cell c
    };

    // `labels` may be null; they are filled on the way, for less than a sweep of their own.
    StrongTable(const Rules& rules, const Setup& setup, Ranking ranking, std::size_t memory, Control& control,
                Labels* labels = nullptr)
        : rules_(rules), start_(setup), ranking_(ranking) {
        rules_.check(setup);
        if (labels && rules_.cells * std::max(rules_.marks[0].size(), rules_.marks[1].size()) > 64)
            throw std::invalid_argument("labels need at most 64 moves: cells times marks");
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (!setup.board[cell]) cells_.push_back(cell);
        std::ranges::reverse(cells_);  // the first cell is the most significant digit: rows come in reading order
        std::size_t size = 1;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            weights_.push_back(size);
            if (size > memory / rules_.digits)
                throw std::length_error("the table does not fit in the memory given: it needs more than " +
                                        std::to_string(memory) + " bytes");
            size *= rules_.digits;
        }
        for (int mark = 1; mark <= 255; ++mark)
            if (rules_.digit[mark]) marks_.push_back(mark);
        scores_.assign(size, unreached);
        for (int side = 0; side < 2; ++side)
            for (int mark : rules_.marks[side]) digits_of_[side].push_back(rules_.digit[mark]);
        for (int cell : rules_.cell_order)
            if (!setup.board[cell])
                preferred_.push_back(static_cast<int>(std::ranges::find(cells_, cell) - cells_.begin()));
        prepare_lines();
        if (rules_.columns) prepare_columns();
        scores_[0] = reached;
        Sweep sweep(*this, control, 2);
        sweep.up([&](const Walk& walk) { mark_following(walk); });
        sweep.down([&](const Walk& walk) {
            const Best best = give_score(walk);
            if (!labels) return;
            labels->numbers.push_back(walk.place);
            labels->scores.push_back(static_cast<std::int8_t>(best.score));
            labels->distances.push_back(static_cast<std::int8_t>(best.moves ? distance(walk, best.score) : 0));
            labels->best.push_back(best.moves);
        });
    }

    std::size_t count() const { return count_; }
    std::size_t bytes() const { return scores_.size(); }
    const Rules& rules() const { return rules_; }

    // The number of ended and of unfinished positions by result: [ended][loss, draw, win].
    std::array<std::array<std::size_t, 3>, 2> counts() const { return counts_; }

    // One byte a position at the place its number gives; positions that do not occur hold -128.
    const std::vector<std::int8_t>& scores() const { return scores_; }

    // Shows every position to `show`, in ascending order of their numbers: the first cell is the last to be filled.
    template <class Show>
    void each(Control& control, Show show) const {
        std::array<std::uint8_t, max_cells> board{};
        std::ranges::copy(start_.board, board.begin());
        std::vector<Move> best;
        Sweep sweep(*this, control, 1);
        sweep.up([&](const Walk& walk) {
            for (std::size_t i = 0; i < cells_.size(); ++i) board[cells_[i]] = walk.marks[i];
            show(row(walk, board.data(), best));
        });
    }

    // Shows one position, if it can follow from the start.
    template <class Show>
    void find(const Setup& setup, Show show) const {
        rules_.check(setup);
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (start_.board[cell] && setup.board[cell] != start_.board[cell]) return;
        Walk walk = walk_at_start();
        std::vector<Line> lines = lines_at_start_;
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (const int mark = setup.board[cells_[i]]) put(walk, lines, static_cast<int>(i), mark);
        for (Line line : lines) walk.complete += is_complete(line);
        if (scores_[walk.place] == unreached || setup.side != side(walk)) return;
        std::vector<Move> best;
        show(row(walk, setup.board.data(), best));
    }

private:
    // Scores are within ±64, so these two are free.
    static constexpr std::int8_t unreached = -128;
    static constexpr std::int8_t reached = -127;

    // What is on a line, in one number: the sum of its marks (X counts 1 and O counts 2) in the lower 16 bits, the
    // number of its empty cells above them.
    using Line = std::int32_t;
    static constexpr Line one_empty = 1 << 16;
    static constexpr Line sum_bits = one_empty - 1;

    // A position on the way through the array. Digits are numbered from the least significant one.
    struct Walk {
        std::size_t place = 0;
        int filled = 0;    // besides the cells filled at the start
        int complete = 0;  // how many lines are
        Cells empty = 0;   // bit i: digit i is 0
        std::array<std::uint8_t, max_cells> marks{};
        std::array<std::uint8_t, 256> used{};  // how often each mark is on the board

        struct Last {
            std::size_t place;
            int complete;
        };

        Last choose_last(int digit, int mark) {
            const Last before{place, complete};
            place += static_cast<std::size_t>(digit);
            filled += digit != 0;
            empty ^= Cells{digit != 0};
            marks[0] = static_cast<std::uint8_t>(mark);
            ++used[mark];
            return before;
        }

        void take_back(const Last& before, int mark) {
            place = before.place;
            complete = before.complete;
            filled -= mark != 0;
            empty ^= Cells{mark != 0};
            marks[0] = 0;
            --used[mark];
        }
    };

    // Goes through all numbers, digit by digit from the most significant one, and visits every position that has
    // been reached. Whether a line is complete is known when its last digit has been chosen.
    class Sweep {
    public:
        Sweep(const StrongTable& table, Control& control, int sweeps)
            : table_(table), control_(control), sweeps_(sweeps) {
            control_.progress.total = 1000;
        }

        template <class Visit>
        void up(Visit visit) {
            begin();
            upwards_ = true;
            choose<true>(last_digit(), visit);
        }

        template <class Visit>
        void down(Visit visit) {
            begin();
            upwards_ = false;
            choose<false>(last_digit(), visit);
        }

    private:
        // Blocks of this many digits are skipped if nothing in them was reached, and are the rhythm of looking outside.
        static constexpr int digits_of_block = 3;

        int last_digit() const { return static_cast<int>(table_.cells_.size()) - 1; }

        void begin() {
            walk_ = table_.walk_at_start();
            lines_ = table_.lines_at_start_;
            ++sweep_;
        }

        template <bool upwards, class Visit>
        void choose(int i, Visit& visit) {
            if (i < 0) {
                if (table_.scores_[walk_.place] != unreached) visit(walk_);
                return;
            }
            if (i == 0) return choose_last<upwards>(visit);
            if (i == digits_of_block - 1 && is_empty_block()) return;
            const int digits = table_.rules_.digits;
            for (int step = 0; step < digits; ++step) {
                const int digit = upwards ? step : digits - 1 - step;
                if (digit == 0) {
                    descend<upwards>(i, visit);
                    continue;
                }
                const int mark = table_.marks_[digit - 1];
                if (table_.rules_.once && walk_.used[mark]) continue;
                table_.put(walk_, lines_, i, mark);
                descend<upwards>(i, visit);
                table_.take(walk_, lines_, i, mark);
            }
        }

        template <bool upwards, class Visit>
        void descend(int i, Visit& visit) {
            int completed = 0;
            for (int line : table_.ending_at_[i]) completed += table_.is_complete(lines_[line]);
            walk_.complete += completed;
            choose<upwards>(i - 1, visit);
            walk_.complete -= completed;
        }

        // The last digit, where most of the time goes: lines are looked at, not changed.
        template <bool upwards, class Visit>
        void choose_last(Visit& visit) {
            const int digits = table_.rules_.digits;
            for (int step = 0; step < digits; ++step) {
                const int digit = upwards ? step : digits - 1 - step;
                if (table_.scores_[walk_.place + digit] == unreached) continue;
                const int mark = digit ? table_.marks_[digit - 1] : 0;
                const Line change = digit ? mark - one_empty : 0;
                const Walk::Last before = walk_.choose_last(digit, mark);
                for (int line : table_.ending_at_[0]) walk_.complete += table_.is_complete(lines_[line] + change);
                visit(walk_);
                walk_.take_back(before, mark);
            }
        }

        bool is_empty_block() {
            if (++blocks_ % 4096 == 0) look_outside();
            const auto* first = table_.scores_.data() + walk_.place;
            return std::all_of(first, first + table_.weights_[digits_of_block - 1] * table_.rules_.digits,
                               [](std::int8_t score) { return score == unreached; });
        }

        void look_outside() {
            const double place = static_cast<double>(walk_.place) / static_cast<double>(table_.scores_.size());
            control_.progress.done = static_cast<int>(1000 * (sweep_ - 1 + (upwards_ ? place : 1 - place)) / sweeps_);
            if (!control_.go_on(0)) throw Stopped{};
        }

        const StrongTable& table_;
        Control& control_;
        int sweeps_;
        int sweep_ = 0;
        bool upwards_ = true;
        std::size_t blocks_ = 0;
        Walk walk_;
        std::vector<Line> lines_;
    };

    void prepare_columns() {
        below_.assign(cells_.size(), 0);
        for (std::size_t i = 0; i < cells_.size(); ++i)
            for (std::size_t j = 0; j < cells_.size(); ++j)
                if (cells_[j] == cells_[i] + rules_.columns) below_[i] = bit(static_cast<int>(j));
    }

    void prepare_lines() {
        ending_at_.resize(cells_.size());
        through_.resize(cells_.size());
        for (Cells cells : rules_.lines) {
            const int line = static_cast<int>(lines_at_start_.size());
            Line at_start = 0;
            int last = -1;
            for (int i = static_cast<int>(cells_.size()) - 1; i >= 0; --i)
                if (cells & bit(cells_[i])) {
                    through_[i].push_back(line);
                    at_start += one_empty;
                    last = i;
                }
            for (Cells rest = cells; rest; rest &= rest - 1) at_start += start_.board[first(rest)];
            if (last >= 0) ending_at_[last].push_back(line);
            lines_at_start_.push_back(at_start);
        }
    }

    Walk walk_at_start() const {
        Walk walk;
        for (int mark : start_.board) ++walk.used[mark];
        walk.empty = cells_.size() == max_cells ? ~Cells{0} : bit(static_cast<int>(cells_.size())) - 1;
        return walk;
    }

    void put(Walk& walk, std::vector<Line>& lines, int i, int mark) const {
        assert((walk.empty & bit(i)) && mark != 0);
        walk.place += weights_[i] * rules_.digit[mark];
        ++walk.filled;
        walk.empty ^= bit(i);
        walk.marks[i] = static_cast<std::uint8_t>(mark);
        ++walk.used[mark];
        for (int line : through_[i]) lines[line] += mark - one_empty;
    }

    void take(Walk& walk, std::vector<Line>& lines, int i, int mark) const {
        assert(!(walk.empty & bit(i)) && walk.marks[i] == mark);
        walk.place -= weights_[i] * rules_.digit[mark];
        --walk.filled;
        walk.empty ^= bit(i);
        walk.marks[i] = 0;
        --walk.used[mark];
        for (int line : through_[i]) lines[line] -= mark - one_empty;
    }

    bool is_complete(Line line) const {
        if (rules_.goal == Goal::same_mark) return line == rules_.length || line == 2 * rules_.length;
        return (rules_.full ? line : line & sum_bits) == rules_.target;
    }

    int side(const Walk& walk) const { return (start_.side + walk.filled) % 2; }

    bool may_place(const Walk& walk, int digit) const { return !rules_.once || !walk.used[marks_[digit - 1]]; }

    bool has_ended(const Walk& walk) const {
        if (walk.complete || !walk.empty) return true;
        if (!rules_.once) return false;
        return std::ranges::none_of(digits_of_[side(walk)], [&](int digit) { return may_place(walk, digit); });
    }

    // The score of having completed a line, for the side that moves next.
    Score score_of_end(const Walk& walk) const {
        const Score size = static_cast<int>(cells_.size()) + 1 - walk.filled;
        return walk.complete == 0 ? 0 : rules_.misere ? size : -size;
    }

    // Larger is better for the side that chooses.
    int rank(Score score) const { return score < 0 && ranking_ == Ranking::earliest_end ? -1000 - score : score; }

    // The digits whose cells can be filled.
    Cells open(const Walk& walk) const {
        if (rules_.columns == 0) return walk.empty;
        Cells found = 0;
        for (Cells rest = walk.empty; rest; rest &= rest - 1)
            if (!(walk.empty & below_[first(rest)])) found |= rest & -rest;
        return found;
    }

    // Visits what can follow: its place, the digit that was chosen, and which of the side's marks.
    template <class Visit>
    void each_following(const Walk& walk, Visit visit) const {
        const std::vector<int>& digits = digits_of_[side(walk)];
        if (digits.size() == 1 && !rules_.once) {  // the common case, and by far the quicker loop
            for (Cells rest = open(walk); rest; rest &= rest - 1)
                visit(walk.place + weights_[first(rest)] * digits[0], first(rest), std::size_t{0});
            return;
        }
        for (Cells rest = open(walk); rest; rest &= rest - 1)
            for (std::size_t at = 0; at < digits.size(); ++at)
                if (may_place(walk, digits[at]))
                    visit(walk.place + weights_[first(rest)] * digits[at], first(rest), at);
    }

    void mark_following(const Walk& walk) {
        if (walk.complete) return;
        each_following(walk, [&](std::size_t place, int, std::size_t) { scores_[place] = reached; });
    }

    // The best score, and the moves that have it as a set; none where the game has ended.
    struct Best {
        Score score;
        std::uint64_t moves;
    };

    Best give_score(const Walk& walk) {
        const bool ended = has_ended(walk);
        Best best{ended ? score_of_end(walk) : 0, 0};
        if (!ended) {
            const std::size_t marks = digits_of_[side(walk)].size();
            int best_rank = std::numeric_limits<int>::min();
            each_following(walk, [&](std::size_t place, int i, std::size_t at) {
                const Score score = -scores_[place];
                const std::uint64_t move = std::uint64_t{1} << ((cells_[i] * marks + at) & 63);
                if (rank(score) > best_rank) {
                    best_rank = rank(score);
                    best = {score, 0};
                }
                if (score == best.score) best.moves |= move;
            });
        }
        scores_[walk.place] = static_cast<std::int8_t>(best.score);
        ++counts_[ended][(best.score > 0) - (best.score < 0) + 1];
        ++count_;
        return best;
    }

    int distance(const Walk& walk, Score score) const {
        return score == 0 ? plies_left(walk) : size(walk.empty) + 1 - std::abs(score);
    }

    Row row(const Walk& walk, const std::uint8_t* board, std::vector<Move>& best) const {
        const Score score = scores_[walk.place];
        best.clear();
        if (has_ended(walk)) return {board, side(walk), score, 0, best};
        const auto& digits = digits_of_[side(walk)];
        const Cells open = this->open(walk);
        for (int i : preferred_)
            for (std::size_t d = 0; open & bit(i) && d < digits.size(); ++d)
                if (may_place(walk, digits[d]) && -scores_[walk.place + weights_[i] * digits[d]] == score)
                    best.push_back(
                        {static_cast<std::uint8_t>(cells_[i]), static_cast<std::uint8_t>(marks_[digits[d] - 1])});
        return {board, side(walk), score, distance(walk, score), best};
    }

    // How long a game without a completed line lasts: until the board is full or a side runs out of numbers.
    int plies_left(const Walk& walk) const {
        const int empty = size(walk.empty);
        if (!rules_.once) return empty;
        std::array<int, 2> left{};
        for (int s = 0; s < 2; ++s)
            for (int digit : digits_of_[s]) left[s] += may_place(walk, digit);
        const int own = left[side(walk)], other = left[side(walk) ^ 1];
        return std::min(empty, own <= other ? 2 * own : 2 * other + 1);
    }

    const Rules rules_;
    Setup start_;
    Ranking ranking_;
    std::vector<int> cells_;                     // the empty cells of the start; cells_[i] is the cell of digit i
    std::vector<Cells> below_;                   // where marks drop: for each digit that of the cell below it, if any
    std::vector<int> preferred_;                 // the digits in the documented order of preference of their cells
    std::vector<std::size_t> weights_;           // what digit i is worth
    std::vector<int> marks_;                     // the mark of each digit, less one
    std::array<std::vector<int>, 2> digits_of_;  // what each side may place
    std::vector<Line> lines_at_start_;
    std::vector<std::vector<int>> through_;    // for each digit, the lines through its cell
    std::vector<std::vector<int>> ending_at_;  // for each digit, the lines of which it is the last to be chosen
    std::vector<std::int8_t> scores_;
    std::array<std::array<std::size_t, 3>, 2> counts_{};
    std::size_t count_ = 0;
};

}  // namespace noughts

// One game, ready to answer questions: its rules, its keys, and a table that is kept between questions.
//
// Demands: checked rules, one question at a time. Setups come from outside: std::invalid_argument is thrown where one
// is no board of the game, or the game is over. Promises: those of queries.hpp.
#pragma once

#include "drop_search.hpp"
#include "mark_board.hpp"
#include "number_board.hpp"
#include "queries.hpp"

namespace noughts {

class Engine {
public:
    Engine(Rules rules, std::size_t memory, int threads)
        : rules_(std::move(rules)),
          keys_(rules_),
          sums_(rules_.goal == Goal::sum ? std::make_unique<Sums>(rules_) : nullptr),
          memory_(memory),
          threads_(threads),
          table_(memory - memory / 4, rules_.columns ? 4 : 8) {}  // the rest is for growing, and for `earliest-end`

    const Rules& rules() const { return rules_; }
    bool exact_keys() const { return keys_.exact(); }
    std::size_t table_bytes() const { return table_.bytes(); }

    Answer values(const Setup& setup, Ranking ranking, bool with_line, Control& control) {
        return with_queries(setup, control, [&](auto& queries) { return queries.values(ranking, with_line); });
    }
    Answer best(const Setup& setup, Ranking ranking, bool with_best, Control& control) {
        return with_queries(setup, control, [&](auto& queries) { return queries.best(ranking, with_best); });
    }
    Answer result(const Setup& setup, Control& control) {
        return with_queries(setup, control, [&](auto& queries) { return queries.result(); });
    }

private:
    template <class Question>
    Answer with_queries(const Setup& setup, Control& control, Question question) {
        rules_.check(setup);
        require_unfinished(setup);
        // Whose turn it is follows from the number of filled cells, and so is not part of a key, as long as all
        // questions agree on it.
        int filled = 0;
        for (auto mark : setup.board) filled += mark != 0;
        const int phase = (filled + setup.side) & 1;
        if (phase != phase_) table_.clear();
        phase_ = phase;
        const auto ask = [&]<class B>(B board) {
            Queries queries(rules_, std::move(board), table_, control, memory_, threads_);
            return question(queries);
        };
        if (sums_) return ask(NumberBoard(rules_, keys_, *sums_, setup));
        if (DropBoard<4, 6, 7>::fits(rules_)) return ask(DropBoard<4, 6, 7>(rules_, setup));
        if (DropBoard<3>::fits(rules_)) return ask(DropBoard<3>(rules_, setup));
        if (DropBoard<4>::fits(rules_)) return ask(DropBoard<4>(rules_, setup));
        if (DropBoard<5>::fits(rules_)) return ask(DropBoard<5>(rules_, setup));
        return ask(MarkBoard(rules_, keys_, setup));
    }

    void require_unfinished(const Setup& setup) const {
        bool room = false;
        for (auto mark : setup.board) room |= mark == 0;
        for (Cells line : rules_.lines) {
            int sum = 0;
            bool holes = false, same = true;
            for (Cells rest = line; rest; rest &= rest - 1) {
                const int mark = setup.board[first(rest)];
                sum += mark;
                holes |= mark == 0;
                same &= mark == setup.board[first(line)];
            }
            const bool complete =
                rules_.goal == Goal::sum ? sum == rules_.target && !(rules_.full && holes) : same && !holes;
            if (complete) throw std::invalid_argument("the game is over: a line is complete");
        }
        if (!room) throw std::invalid_argument("the game is over: the board is full");
    }

    Rules rules_;
    Keys keys_;
    std::unique_ptr<Sums> sums_;
    std::size_t memory_;
    int threads_;
    Table table_;
    int phase_ = -1;
};

}  // namespace noughts

// Whole answers, made of single questions to the search: the score of a position, of every move, the principal line.
//
// Demands: a game that is not over, at least one thread, and a table that holds nothing but this game's positions with
// the same side to move. Promises: with `Reason::finished` all bounds in the answer are exact; otherwise they are true,
// and the best that the search has come to.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "search.hpp"
#include "threads.hpp"

namespace noughts {

enum class Ranking { quickest, earliest_end };

struct MoveScore {
    Move move;
    Bounds bounds;  // exact unless the search was stopped
};

// What a search says about a position. Under either ranking a score is ±(cells + 1 - f) where the game ends with f
// filled cells; what differs is which end the players steer for.
struct Answer {
    std::vector<MoveScore> moves;  // of `values`
    std::vector<Move> line;        // of `values`: the principal line
    std::vector<Move> best;        // of `best`: all best moves; of `result`: one that keeps the result
    Bounds bounds{-Table::limit - 1, Table::limit + 1};
    Reason reason = Reason::finished;
    std::uint64_t nodes = 0;
    std::uint64_t cutoffs = 0;
    std::uint64_t table_hits = 0;
};

template <Board B>
class Queries {
public:
    Queries(const Rules& rules, B board, Table& table, Control& control, std::size_t memory, int threads)
        : rules_(rules), control_(control), table_(table), ends_(memory / 8) {
        assert(threads >= 1);
        for (int i = 0; i < threads; ++i)
            searches_.push_back(
                std::make_unique<Search<B>>(board, table, control, threads > 1 ? &busy_ : nullptr, i == 0));
        main().others = [this] {
            std::uint64_t sum = 0;
            for (std::size_t i = 1; i < searches_.size(); ++i)
                sum += searches_[i]->published.load(std::memory_order_relaxed);
            return sum;
        };
    }

    // The exact score of every move, and with these the position's.
    Answer values(Ranking ranking, bool with_line) {
        Answer answer;
        try {
            Candidates legal;
            board().legal(legal);
            for (const Candidate& it : legal) answer.moves.push_back({it.move, unknown()});
            control_.progress.total = static_cast<int>(legal.size());
            for (MoveScore& it : answer.moves) {
                it.bounds = Bounds::just(score_of(it.move, ranking));
                ++control_.progress.done;
            }
            count(answer);
            if (with_line) answer.line = principal_line(best_of(answer.moves, ranking), ranking);
        } catch (const Stopped&) {
            answer.reason = control_.reason;
            count(answer);
        }
        return answer;
    }

    // Win, draw or loss, by null windows; and one move that keeps it.
    Answer result() {
        Answer answer;
        try {
            answer.bounds = {-1, 1};
            control_.progress.total = 2;
            if (ask(0, 1) > 0) {
                answer.bounds.lower = 1;
            } else {
                answer.bounds.upper = 0;
                control_.progress.done = 1;
                answer.bounds.lower = ask(-1, 0) >= 0 ? 0 : -1;
                if (answer.bounds.lower < 0) answer.bounds.upper = -1;
            }
            count(answer);
            const Score score = answer.bounds.lower;
            for (Move move : in_order_of_preference())
                if (keeps(move, score)) {
                    answer.best.push_back(move);
                    break;
                }
        } catch (const Stopped&) {
            answer.reason = control_.reason;
            count(answer);
        }
        return answer;
    }

    // The exact score of the position, and in `best` all moves that have it. Once the score is known, a move is only
    // asked whether it keeps it.
    Answer best(Ranking ranking, bool with_best) {
        Answer answer;
        try {
            const Score score = ranking == Ranking::quickest ? exact() : earliest_end();
            answer.bounds = Bounds::just(score);
            if (with_best)
                for (Move move : in_order_of_preference())
                    if (has_score(move, score, ranking)) answer.best.push_back(move);
        } catch (const Stopped&) {
            answer.reason = control_.reason;
        }
        count(answer);
        return answer;
    }

private:
    static constexpr std::uint64_t alone = 10'000;  // nodes one thread spends before it calls the others

    Search<B>& main() { return *searches_.front(); }
    B& board() { return main().board(); }
    static Bounds unknown() { return {-Table::limit - 1, Table::limit + 1}; }
    static int sign(Score score) { return (score > 0) - (score < 0); }
    Score win_in(int plies) { return std::max(0, board().empty() + 1 - plies); }

    void count(Answer& answer) {
        answer.nodes = answer.cutoffs = answer.table_hits = 0;
        for (const auto& search : searches_) {
            answer.nodes += search->nodes;
            answer.cutoffs += search->cutoffs;
            answer.table_hits += search->table_hits;
        }
    }

    // One question, put to all threads if it is not answered soon. The first to know ends the search of the others;
    // they search the same tree, each putting off what another is at, and meet in the table.
    Score ask(Score alpha, Score beta) {
        if (searches_.size() == 1) return main().score(alpha, beta);
        const B before = board();
        main().budget = main().nodes + alone;
        try {
            const Score score = main().score(alpha, beta);
            main().budget = Search<B>::unlimited;
            return score;
        } catch (const Stopped&) {
            main().budget = Search<B>::unlimited;
            main().set_board(before);
            if (control_.stop) throw;
        }
        for (;;) {
            const std::optional<Score> answer = ask_all(before, alpha, beta);
            main().set_board(before);
            if (answer) return *answer;
            if (control_.stop) throw Stopped{};
            table_.grow();  // the table was crowded; what it holds makes up for starting again
        }
    }

    // One question to all threads. Nothing if they were stopped, or the table must grow first.
    std::optional<Score> ask_all(const B& board, Score alpha, Score beta) {
        std::atomic<bool> halt{false};
        Mutex guard;
        std::optional<Score> answer;
        const auto work = [&](Search<B>& search) {
            search.set_board(board);
            search.halt = &halt;
            try {
                const Score score = search.score(alpha, beta);
                const std::lock_guard lock(guard);
                answer = score;
            } catch (const Stopped&) {
            }
            halt = true;
            search.halt = nullptr;
        };
        std::vector<Thread> threads;
        for (std::size_t i = 1; i < searches_.size(); ++i)
            threads.emplace_back([&work, &search = *searches_[i]] { work(search); });
        work(main());
        threads.clear();  // waits for them
        return answer;
    }

    // First the result; then, nearest end first, how soon it comes. A question about a near end is a small search.
    // Where marks drop the end is often far away: there the bound that is known moves until it is the score.
    Score exact() {
        const Bounds bounds = board().assess();
        if (bounds.exact()) return bounds.lower;
        const Score win = ask(0, 1);
        if (win > 0) return quickest_win(win);
        const Score loss = ask(-1, 0);
        return loss < 0 ? slowest_loss(loss) : 0;
    }

    static constexpr bool far_end_first = requires { requires B::far_end_first; };

    Score quickest_win(Score at_least) {
        for (Score before = 0; far_end_first && before < at_least;)
            at_least = std::max(before = at_least, ask(at_least, at_least + 1));
        if (far_end_first) return at_least;
        for (int plies = rules_.misere ? 2 : 1; win_in(plies) > at_least; plies += 2) {
            control_.progress.depth = plies;
            if (ask(win_in(plies) - 1, win_in(plies)) >= win_in(plies)) return win_in(plies);
        }
        return at_least;
    }

    Score slowest_loss(Score at_most) {
        for (Score before = 0; far_end_first && before > at_most;)
            at_most = std::min(before = at_most, ask(at_most - 1, at_most));
        if (far_end_first) return at_most;
        for (int plies = rules_.misere ? 1 : 2; -win_in(plies) < at_most; plies += 2) {
            control_.progress.depth = plies;
            if (ask(-win_in(plies), -win_in(plies) + 1) <= -win_in(plies)) return -win_in(plies);
        }
        return at_most;
    }

    int result_now() {
        const Bounds bounds = board().assess();
        if (bounds.exact()) return sign(bounds.lower);
        return ask(0, 1) > 0 ? 1 : ask(-1, 0) < 0 ? -1 : 0;
    }

    // The score of a move, seen by the side that makes it.
    Score score_of(Move move, Ranking ranking) {
        if (board().completes(move)) return rules_.misere ? -win_in(1) : win_in(1);
        board().play(move);
        const Score score = ranking == Ranking::quickest ? exact() : earliest_end();
        board().undo(move);
        return -score;
    }

    // The score when every mover prefers the better result, and then the game that ends sooner: it takes the
    // shortest way to the end on which nobody gives anything away.
    Score earliest_end() {
        const int result = result_now();
        return result == 0 ? 0 : result * win_in(plies_to_end(result));
    }

    int plies_to_end(int result) {
        int plies = (result > 0) != rules_.misere ? 1 : 2;
        while (!can_end_in(plies, result)) plies += 2;
        return plies;
    }

    // Whether the game can end in so many plies along moves that keep the result.
    bool can_end_in(int plies, int result) {
        const bool mover_completes = (result > 0) != rules_.misere;
        if (board().least_plies(mover_completes ? board().side() : board().side() ^ 1) > plies) return false;
        const Key key = board().key();
        const TableEntry entry = ends_.find(key);
        if (entry.hint >= 0 && entry.lower > plies) return false;
        if (entry.hint >= 0 && entry.upper <= plies) return true;
        Candidates legal;
        board().legal(legal);
        bool can_end = false;
        for (const Candidate& it : legal) can_end |= mover_completes && board().completes(it.move);
        for (std::size_t i = 0; i < legal.size() && !can_end && plies > 1; ++i) {
            if (board().completes(legal[i].move)) continue;
            board().play(legal[i].move);
            // Every move of a lost position keeps the result; of a won one only those that leave the other lost.
            can_end = (result < 0 || result_now() < 0) && can_end_in(plies - 1, -result);
            board().undo(legal[i].move);
        }
        const bool added =
            ends_.store(key, can_end ? std::max(entry.lower, 0) : plies + 1, can_end ? plies : Table::limit, 0, 1);
        ends_.count(added);
        if (ends_.is_crowded()) ends_.grow();
        return can_end;
    }

    static MoveScore best_of(const std::vector<MoveScore>& moves, Ranking ranking) {
        const auto rank = [ranking](Score score) {  // larger is better for the side that chooses
            return score < 0 && ranking == Ranking::earliest_end ? -1000 - score : score;
        };
        MoveScore best = moves.front();
        for (const MoveScore& it : moves)
            if (rank(it.bounds.lower) > rank(best.bounds.lower)) best = it;
        return best;
    }

    std::vector<Move> in_order_of_preference() {
        std::array<int, max_cells> rank{};
        for (int i = 0; i < rules_.cells; ++i) rank[rules_.cell_order[i]] = i;
        Candidates legal;
        board().legal(legal);
        std::vector<Move> moves;
        for (const Candidate& it : legal) moves.push_back(it.move);
        std::ranges::sort(moves, {}, [&](Move move) { return rank[move.cell] * 256 + move.mark; });
        return moves;
    }

    // Whether the move keeps the result that a score means for the side that makes it.
    bool keeps(Move move, Score score) {
        if (board().completes(move)) return sign(score) == (rules_.misere ? -1 : 1);
        board().play(move);
        const bool kept = -result_now() == sign(score);
        board().undo(move);
        return kept;
    }

    // The moves of both sides to the end of the game, at each step the preferred one among the best.
    std::vector<Move> principal_line(const MoveScore& best, Ranking ranking) {
        std::vector<Move> line;
        Score score = best.bounds.lower;
        const B before = board();
        for (bool ended = false; !ended;) {
            ended = true;
            for (Move move : in_order_of_preference()) {
                if (!has_score(move, score, ranking)) continue;
                line.push_back(move);
                if (board().completes(move)) break;
                board().play(move);
                score = -score;
                ended = false;
                break;
            }
        }
        main().set_board(before);
        return line;
    }

    // Whether the move has that score, given that no move has a better one: then one null window is enough.
    bool has_score(Move move, Score score, Ranking ranking) {
        if (ranking == Ranking::earliest_end || board().completes(move)) return score_of(move, ranking) == score;
        board().play(move);
        const bool has = ask(-score, -score + 1) <= -score;
        board().undo(move);
        return has;
    }

    const Rules& rules_;
    Control& control_;
    Table& table_;
    Busy busy_;
    Table ends_;  // how many plies to the end, under the ranking `earliest-end`
    std::vector<std::unique_ptr<Search<B>>> searches_;
};

}  // namespace noughts

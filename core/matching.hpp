// Pairings by bipartite matching. The lines of each run (on a board: a row, a column or a diagonal) are divided into
// groups of neighbours, and each group gets two cells that all of its lines share. For one division that is a matching;
// where there is none, a run that stands in the way is divided in another way.
//
// Demands: nothing. Promises: after success, disjoint pairs of empty cells, and one in every line that is alive. No
// success means nothing. The same question has the same answer.
#pragma once

#include <utility>

#include "hypergraph.hpp"

namespace noughts {

// What Maker can still do: the empty cells, and the lines without a stone of Breaker's. What is left of such a line
// to Maker is its empty cells, an edge.
template <int words>
struct Residue {
    Cells empty = 0;
    LineSet<words> alive;
};

struct Pair {
    std::uint8_t one, other;
};

template <int words>
class Matching {
public:
    explicit Matching(const Hypergraph<words>& graph) : graph_(graph) {
        // Lines that share two cells, directly or through others, form a run. A pair serves lines of one run only.
        std::vector<int> run(graph.lines.size());
        for (std::size_t line = 0; line < run.size(); ++line) run[line] = static_cast<int>(line);
        for (std::size_t a = 0; a < run.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (size(graph.lines[a] & graph.lines[b]) >= 2 && run[a] != run[b])
                    std::replace(run.begin(), run.end(), run[a], run[b]);
        std::map<int, std::vector<int>> lines_of;
        for (std::size_t line = 0; line < run.size(); ++line) lines_of[run[line]].push_back(static_cast<int>(line));
        for (const auto& [number, lines] : lines_of) lines_of_runs_.push_back(lines);
    }

    // Looks for pairs, and divides runs anew at most `effort` times. Where cells are free, those of `avoided` are taken
    // last.
    bool find(const Residue<words>& residue, int effort, Cells avoided, std::vector<Pair>& pairs) {
        avoided_ = avoided;
        if (!divide_all(residue)) return false;
        while (!waiting_.empty()) {
            const int group = waiting_.back();
            bool is_served = true;
            while (is_served && size(groups_[group].cells) < 2) {
                seen_ = 0;
                is_served = serve(group);
            }
            if (is_served) {
                waiting_.pop_back();
            } else if (effort-- <= 0 || !divide_another_way(group)) {
                return false;
            }
        }
        for (const Group& group : groups_)
            if (const Cells cells = group.cells)
                pairs.push_back({static_cast<std::uint8_t>(first(cells)), static_cast<std::uint8_t>(last(cells))});
        return true;
    }

private:
    // Where a run is cut into groups: bit i stands for a cut after its i-th edge.
    using Cuts = std::uint64_t;
    static constexpr int most_edges = 64;  // of a run that can be divided in another way
    static constexpr int most_groups = 1 << 16;

    struct Group {
        int run = 0;
        Cells shared = 0;  // by all of its edges
        Cells cells = 0;   // those it has been given
    };
    struct Run {
        int begin = 0, end = 0;   // of its edges in `edges_`
        std::vector<int> groups;  // their numbers in `groups_`
        std::vector<Cuts> tried;  // the last is how it is divided now

        int size() const { return end - begin; }
    };

    static int last(Cells cells) { return 63 - std::countl_zero(cells); }

    // Every run in as few groups as possible. Whether there are enough cells for all of them.
    bool divide_all(const Residue<words>& residue) {
        edges_.clear(), groups_.clear(), waiting_.clear();
        run_count_ = 0;
        given_ = 0;
        for (const auto& lines : lines_of_runs_) {
            const int begin = static_cast<int>(edges_.size());
            for (int line : lines)
                if (residue.alive.has(line) && !add_edge(graph_.lines[line] & residue.empty, begin)) return false;
            const int end = static_cast<int>(edges_.size());
            if (begin == end) continue;
            Cuts cuts = 0;
            Cells shared = edges_[begin];
            for (int at = begin + 1; at < end; ++at) {
                if (size(shared & edges_[at]) >= 2) {
                    shared &= edges_[at];
                } else {
                    shared = edges_[at];
                    cuts |= cut_before(at - begin);
                }
            }
            if (run_count_ == static_cast<int>(runs_.size())) runs_.emplace_back();
            Run& run = runs_[run_count_];
            run.begin = begin, run.end = end;
            run.groups.clear(), run.tried.clear();
            make_groups(run_count_++, cuts);
        }
        spare_ = size(residue.empty) / 2 - static_cast<int>(groups_.size());
        if (spare_ < 0) return false;
        // Groups with fewest cells come first, at the back.
        for (int& group : waiting_) group += (max_cells - size(groups_[group].shared)) * most_groups;
        std::sort(waiting_.begin(), waiting_.end());
        for (int& group : waiting_) group %= most_groups;
        return true;
    }

    // Adds an edge to the run that begins at `begin`. An edge that contains another of its run is served with it.
    bool add_edge(Cells edge, int begin) {
        if (size(edge) < 2) return false;
        for (int i = static_cast<int>(edges_.size()) - 1; i >= begin; --i)
            if ((edges_[i] & ~edge) == 0) return true;
        while (static_cast<int>(edges_.size()) > begin && (edge & ~edges_.back()) == 0) edges_.pop_back();
        edges_.push_back(edge);
        return true;
    }

    // Edges beyond the last bit are never cut off by it: `most_edges` sees to that.
    static Cuts cut_before(int edge) { return edge <= most_edges ? Cuts{1} << (edge - 1) : 0; }

    // Calls `visit` with the cells that the edges of each group share.
    template <class Visit>
    void each_group(const Run& run, Cuts cuts, Visit visit) const {
        Cells shared = edges_[run.begin];
        for (int at = 1; at < run.size(); ++at) {
            const Cells edge = edges_[run.begin + at];
            const bool is_cut = run.size() <= most_edges ? (cuts & cut_before(at)) != 0 : size(shared & edge) < 2;
            if (is_cut) visit(shared);
            shared = is_cut ? edge : shared & edge;
        }
        visit(shared);
    }

    // Divides a run whose groups have no cells; the numbers of its former groups are used again.
    void make_groups(int number, Cuts cuts) {
        Run& run = runs_[number];
        free_numbers_.clear();
        free_numbers_.swap(run.groups);
        each_group(run, cuts, [&](Cells shared) {
            if (free_numbers_.empty()) {
                free_numbers_.push_back(static_cast<int>(groups_.size()));
                groups_.emplace_back();
            }
            const int group = free_numbers_.back();
            free_numbers_.pop_back();
            groups_[group] = {number, shared, 0};
            run.groups.push_back(group);
            waiting_.push_back(group);
        });
        run.tried.push_back(cuts);
    }

    // One more cell for a group; if need be it is taken from a group that gets another one.
    bool serve(int number) {
        const Cells wanted = groups_[number].shared & ~groups_[number].cells;
        if (const Cells free = wanted & ~given_) {
            const int cell = first(free & ~avoided_ ? free & ~avoided_ : free);
            given_ |= bit(cell);
            give(number, cell);
            return true;
        }
        while (const Cells rest = wanted & ~seen_) {
            const int cell = first(rest), owner = owner_[cell];
            seen_ |= bit(cell);
            groups_[owner].cells &= ~bit(cell);
            if (serve(owner)) {
                give(number, cell);
                return true;
            }
            groups_[owner].cells |= bit(cell);
        }
        return false;
    }

    void give(int number, int cell) {
        groups_[number].cells |= bit(cell);
        owner_[cell] = static_cast<std::uint16_t>(number);
    }

    // A group finds no cell because it and others need more cells than there are. Of all ways to cut one of their runs
    // once more, once less or elsewhere, takes the one that needs fewest of these cells.
    bool divide_another_way(int group) {
        std::array<int, max_cells + 1> in_the_way;
        int count = 0;
        Cells contested = 0;
        const auto add = [&](int member) {
            contested |= groups_[member].shared;
            const int run = groups_[member].run;
            if (std::find(in_the_way.begin(), in_the_way.begin() + count, run) == in_the_way.begin() + count)
                in_the_way[count++] = run;
        };
        add(group);
        for (Cells rest = seen_; rest; rest &= rest - 1) add(owner_[first(rest)]);
        int best_run = -1, least = 0;
        Cuts best_cuts = 0;
        for (int i = 0; i < count; ++i) {
            const Run& run = runs_[in_the_way[i]];
            if (run.size() > most_edges) continue;
            int needed_now = 0;
            for (int member : run.groups) needed_now += size(groups_[member].cells & contested);
            const auto consider = [&](Cuts cuts) {
                if (std::find(run.tried.begin(), run.tried.end(), cuts) != run.tried.end()) return;
                const int more = std::popcount(cuts) + 1 - static_cast<int>(run.groups.size());
                const int needed = cells_needed(run, cuts, contested);
                if (more > spare_ || needed < 0) return;
                const int cost = 8 * (needed - needed_now) + more;
                if (best_run < 0 || cost < least) least = cost, best_run = in_the_way[i], best_cuts = cuts;
            };
            const Cuts now = run.tried.back();
            for (int at = 1; at < run.size(); ++at) {
                consider(now ^ cut_before(at));
                if (at + 1 < run.size() && !(now & cut_before(at)) != !(now & cut_before(at + 1)))
                    consider(now ^ cut_before(at) ^ cut_before(at + 1));
            }
        }
        if (best_run < 0) return false;
        for (int member : runs_[best_run].groups) {
            given_ &= ~groups_[member].cells;
            groups_[member] = {};
            std::erase(waiting_, member);
            ++spare_;
        }
        make_groups(best_run, best_cuts);
        spare_ -= static_cast<int>(runs_[best_run].groups.size());
        return true;
    }

    // How many of the contested cells a run needs if it is divided so; -1 if a group shares fewer than two cells.
    int cells_needed(const Run& run, Cuts cuts, Cells contested) const {
        int needed = 0, all = 0;
        bool is_possible = true;
        Cells others = 0;
        each_group(run, cuts, [&](Cells shared) {
            is_possible = is_possible && size(shared) >= 2;
            needed += std::max(0, 2 - size(shared & ~contested));
            others |= shared & ~contested;
            all += 2;
        });
        return is_possible ? std::max(needed, all - size(others)) : -1;
    }

    const Hypergraph<words>& graph_;
    std::vector<std::vector<int>> lines_of_runs_;
    std::vector<Cells> edges_;
    std::vector<Run> runs_;  // the first `run_count_`; the others are kept for their memory
    int run_count_ = 0;
    std::vector<Group> groups_;
    std::vector<int> free_numbers_;  // of groups, while a run is divided
    std::vector<int> waiting_;       // the groups that may lack cells
    std::array<std::uint16_t, max_cells> owner_{};
    Cells avoided_ = 0;
    Cells given_ = 0;
    Cells seen_ = 0;  // in the last search for a cell
    int spare_ = 0;   // how many more groups there may be
};

}  // namespace noughts

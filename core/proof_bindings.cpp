// The provers as part of the Python module. Nothing here decides anything.
#include <cstdio>  // nanobind needs it, and not every C++ library brings it along

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "shared_prover.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

std::vector<Cells> lines_from(int cells, const std::vector<std::vector<int>>& lines) {
    if (cells < 1 || cells > max_cells) throw std::invalid_argument("a board has 1 to 64 cells");
    std::vector<Cells> edges;
    for (const auto& line : lines) {
        Cells cells_of_line = 0;
        for (int cell : line) {
            if (cell < 0 || cell >= cells) throw std::invalid_argument("a line names a cell that is not there");
            cells_of_line |= bit(cell);
        }
        if (!cells_of_line) throw std::invalid_argument("a line has no cells");
        edges.push_back(cells_of_line);
    }
    if (edges.empty()) throw std::invalid_argument("a game has at least one line");
    return edges;
}

void check_symmetries(int cells, const std::vector<std::vector<int>>& symmetries) {
    if (symmetries.empty()) throw std::invalid_argument("the identity is a symmetry, too");
    for (const auto& symmetry : symmetries) {
        std::vector<int> sorted(symmetry);
        std::sort(sorted.begin(), sorted.end());
        for (int cell = 0; cell < cells; ++cell)
            if (static_cast<int>(sorted.size()) != cells || sorted[cell] != cell)
                throw std::invalid_argument("a symmetry is not a permutation of the cells");
    }
    for (int cell = 0; cell < cells; ++cell)
        if (symmetries.front()[cell] != cell) throw std::invalid_argument("the first symmetry must be the identity");
}

// The counters of lines are of four bits.
void require_counters(const std::vector<std::vector<int>>& lines) {
    for (const auto& line : lines)
        if (line.size() != lines.front().size() || line.size() > 15)
            throw std::invalid_argument("lines are of one length, at most 15");
}

int checked_key_bits(int bits) {
    if (bits < 8 || bits > 64) throw std::invalid_argument("keys have 8 to 64 bits");
    return bits;
}

void check_stones(int cells, Cells about, Cells against) {
    const Cells board = cells == max_cells ? ~Cells{0} : bit(cells) - 1;
    if ((about & against) || ((about | against) & ~board))
        throw std::invalid_argument("the stones are not on the board");
}

// What a search came to: whether it is proved, why it ended, nodes; of a unit, the reply that looked best.
using SearchEnd = std::tuple<bool, std::string, std::uint64_t>;
using UnitEnd = std::tuple<bool, std::string, std::uint64_t, int>;
// What a walk over the root plies came to: the answer; the units to search next, each with its key, the stones of both
// sides, the nodes for this search, the moves that lead there, and the units it is part of, each with the nodes it may
// cost; of the opponent's first moves, how many are dealt with and how many there are.
using UnitRecord = std::tuple<std::uint64_t, Cells, Cells, std::uint64_t, std::vector<int>,
                              std::vector<std::pair<std::uint64_t, std::uint64_t>>>;
using Walk = std::tuple<std::string, std::vector<UnitRecord>, int, int>;

// Python knows a full table as MemoryError.
template <class Work>
auto within_memory(Work work) {
    try {
        return work();
    } catch (const OutOfMemory&) {
        throw std::bad_alloc();
    }
}

class PythonProver {
public:
    PythonProver(int cells, std::unique_ptr<Prover> prover) : cells_(cells), prover_(std::move(prover)) {}

    // `about` is the side the proof is about: Maker, or the attacker.
    Walk frontier(Cells about, Cells against, bool prover_first, std::uint64_t budget, std::uint64_t node_slice,
                  std::size_t most) {
        check_stones(cells_, about, against);
        nb::gil_scoped_release release;
        Control control;
        Frontier frontier(prover_->failures, budget, node_slice, most);
        const ProofStatus answer =
            within_memory([&] { return prover_->walk(about, against, prover_first, frontier, control); });
        Walk walk{name_of(answer), {}, frontier.classes_proved, frontier.classes};
        for (const Unit& unit : frontier.units)
            std::get<1>(walk).emplace_back(unit.key, unit.about, unit.against, unit.budget, unit.line, unit.within);
        return walk;
    }

    // One unit: the prover is to move.
    UnitEnd search(Cells about, Cells against, std::uint64_t budget, nb::object progress,
                   std::optional<double> time_limit) {
        check_stones(cells_, about, against);
        int reply = -1;
        const SearchEnd end = watched(std::move(progress), time_limit, [&](Control& control) {
            const UnitResult result = prover_->search(about, against, budget, control);
            reply = result.reply;
            return result.proved;
        });
        return std::tuple_cat(end, std::tuple(reply));
    }

    // Unit after unit, until it is proved or the budget of a unit did not suffice.
    SearchEnd prove(Cells about, Cells against, bool prover_first, std::uint64_t budget, nb::object progress,
                    std::optional<double> time_limit) {
        check_stones(cells_, about, against);
        return watched(std::move(progress), time_limit, [&](Control& control) {
            while (true) {
                Frontier frontier(prover_->failures, budget, budget, 1);
                const ProofStatus answer = prover_->walk(about, against, prover_first, frontier, control);
                if (answer != ProofStatus::waiting) return answer == ProofStatus::proved;
                const Unit& unit = frontier.units.front();
                if (!prover_->search(unit.about, unit.against, budget, control).proved) fail(unit.key, budget, -1);
            }
        });
    }

    void fail(std::uint64_t key, std::uint64_t budget, int reply) { prover_->failures.add(key, budget, reply); }

    // Hands the body of the certificate to `sink`, a function of bytes; returns why it ended. `gap`: what the table
    // calls proved could not be followed, and it has forgotten what was false.
    std::string write(Cells about, Cells against, bool prover_first, nb::callable sink, std::uint64_t budget,
                      nb::object progress, std::optional<double> time_limit) {
        check_stones(cells_, about, against);
        CertificateWriter writer([&](const std::string& piece) {
            nb::gil_scoped_acquire acquire;
            sink(nb::bytes(piece.data(), piece.size()));
        });
        return std::get<1>(watched(std::move(progress), time_limit, [&](Control& control) {
            prover_->extract(about, against, prover_first, writer, budget, control);
            writer.flush();
            return true;
        }));
    }

    nb::bytes drain_updates() {
        const std::string updates = prover_->table.drain_updates();
        return nb::bytes(updates.data(), updates.size());
    }
    nb::bytes record(std::uint64_t key) const {
        const std::string updates = prover_->table.record(key);
        return nb::bytes(updates.data(), updates.size());
    }
    nb::bytes all_updates() const {
        const std::string updates = prover_->table.all_updates();
        return nb::bytes(updates.data(), updates.size());
    }
    void merge(nb::bytes updates, bool pass_on) {
        within_memory([&] { prover_->table.merge({updates.c_str(), updates.size()}, pass_on); });
    }
    std::size_t memory() const { return prover_->table.bytes(); }
    void resize(std::size_t memory) { prover_->table.resize(checked_memory(memory)); }

private:
    static const char* name_of(ProofStatus answer) {
        return answer == ProofStatus::proved ? "proved" : answer == ProofStatus::failed ? "failed" : "waiting";
    }

    template <class Work>
    SearchEnd watched(nb::object progress, std::optional<double> time_limit, Work work) {
        Watch watch(std::move(progress), {}, time_limit);
        std::string reason;
        const bool proved = watch.run([&](Control& control) {
            try {
                const bool is_proved = work(control);
                reason = "finished";
                return is_proved;
            } catch (const Stopped&) {
                reason = noughts::name_of(control.reason);
            } catch (const OutOfMemory&) {
                reason = "memory";
            } catch (const Gap&) {
                reason = "gap";
            }
            return false;
        });
        return {proved, reason, watch.control.spent};
    }

    int cells_;
    std::unique_ptr<Prover> prover_;
};

// `make` makes a search: see make_prover.
template <template <int> class Search, class Make>
PythonProver* checked_prover(int cells, const std::vector<std::vector<int>>& lines,
                             const std::vector<std::vector<int>>& symmetries, std::size_t memory, Make make) {
    std::vector<Cells> edges = lines_from(cells, lines);
    check_symmetries(cells, symmetries);
    checked_memory(memory);
    return new PythonProver(cells, make_prover<Search>(cells, std::move(edges), symmetries, memory, make));
}

// For tests: the pairs by which `against` stops `about`, who is to move, if they are found. With `steps` they are tried
// one by one, otherwise matched.
std::optional<std::vector<std::pair<int, int>>> find_pairing(int cells, const std::vector<std::vector<int>>& lines,
                                                             Cells about, Cells against, Cells avoided, int effort,
                                                             int steps) {
    std::vector<int> identity;
    for (int cell = 0; cell < cells; ++cell) identity.push_back(cell);
    const Hypergraph<8> graph(cells, lines_from(cells, lines), {identity});
    check_stones(cells, about, against);
    Pairing<8> pairing(graph);
    pairing.effort = effort;
    pairing.avoided = avoided;
    const auto state = WeakGame<8>(graph, false, 64).state_of(about, against);
    if (!(steps > 0 ? pairing.find_tight(state, steps) : pairing.find(state))) return std::nullopt;
    std::vector<std::pair<int, int>> pairs;
    for (Pair pair : pairing.pairs) pairs.emplace_back(pair.one, pair.other);
    return pairs;
}

}  // namespace

void bind_proofs(nb::module_& module) {
    nb::class_<PythonProver>(module, "Prover")
        .def("frontier", &PythonProver::frontier, "about"_a, "against"_a, "prover_first"_a, nb::kw_only(), "budget"_a,
             "node_slice"_a, "most"_a)
        .def("search", &PythonProver::search, "about"_a, "against"_a, nb::kw_only(), "budget"_a,
             "progress"_a = nb::none(), "time_limit"_a = nb::none())
        .def("fail", &PythonProver::fail, "key"_a, "budget"_a, "reply"_a = -1)
        .def("prove", &PythonProver::prove, "about"_a, "against"_a, "prover_first"_a, nb::kw_only(), "budget"_a,
             "progress"_a = nb::none(), "time_limit"_a = nb::none())
        .def("write", &PythonProver::write, "about"_a, "against"_a, "prover_first"_a, "sink"_a, nb::kw_only(),
             "budget"_a = std::uint64_t{1} << 62, "progress"_a = nb::none(), "time_limit"_a = nb::none())
        .def("drain_updates", &PythonProver::drain_updates)
        .def("all_updates", &PythonProver::all_updates)
        .def("record", &PythonProver::record, "key"_a)
        .def("merge", &PythonProver::merge, "updates"_a, nb::kw_only(), "pass_on"_a = false)
        .def("resize", &PythonProver::resize, "memory"_a)
        .def_prop_ro("memory", &PythonProver::memory);
    module.def("find_pairing", &find_pairing, nb::kw_only(), "cells"_a, "lines"_a, "about"_a, "against"_a,
               "avoided"_a = Cells{0}, "effort"_a = 10, "steps"_a = 0);
    module.def(
        "hold_prover",
        [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& symmetries,
           std::size_t memory, bool pairings, bool look_ahead, bool zones, bool symmetry, int root_moves, int replies,
           int effort, int key_bits) {
            const HoldOptions options{pairings,
                                      look_ahead,
                                      zones,
                                      symmetry,
                                      root_moves,
                                      replies,
                                      std::min(replies, 8),
                                      effort,
                                      checked_key_bits(key_bits)};
            const auto make = [options]<class Search>(const auto& graph, ProofTable& table) {
                return std::make_unique<Search>(graph, table, options);
            };
            return checked_prover<Hold>(cells, lines, symmetries, memory, make);
        },
        nb::kw_only(), "cells"_a, "lines"_a, "symmetries"_a, "memory"_a, "pairings"_a = true, "look_ahead"_a = true,
        "zones"_a = true, "symmetry"_a = true, "root_moves"_a = 1, "replies"_a = 8, "effort"_a = 10, "key_bits"_a = 64);
    module.def(
        "win_prover",
        [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& symmetries,
           std::size_t memory, bool threats, bool pairings, bool refutations, bool symmetry, int root_moves,
           int candidates, int effort, int key_bits) {
            const WinOptions options{threats,    pairings,   refutations, symmetry,
                                     root_moves, candidates, effort,      checked_key_bits(key_bits)};
            require_counters(lines);
            const auto make = [options]<class Search>(const auto& graph, ProofTable& table) {
                return std::make_unique<Search>(graph, size(graph.lines.front()), table, options);
            };
            return checked_prover<Win>(cells, lines, symmetries, memory, make);
        },
        nb::kw_only(), "cells"_a, "lines"_a, "symmetries"_a, "memory"_a, "threats"_a = true, "pairings"_a = true,
        "refutations"_a = true, "symmetry"_a = true, "root_moves"_a = 2, "candidates"_a = 10, "effort"_a = 400,
        "key_bits"_a = 64);
    module.def(
        "guard_prover",
        [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& symmetries,
           std::size_t memory, int key_bits) {
            require_counters(lines);
            const auto make = [key_bits = checked_key_bits(key_bits)]<class Search>(const auto& graph,
                                                                                    ProofTable& table) {
                return std::make_unique<Search>(graph, size(graph.lines.front()), table, key_bits);
            };
            return checked_prover<Guard>(cells, lines, symmetries, memory, make);
        },
        nb::kw_only(), "cells"_a, "lines"_a, "symmetries"_a, "memory"_a, "key_bits"_a = 64);
}

}  // namespace noughts

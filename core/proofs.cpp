// The provers and the checker as part of the Python module. Nothing here decides anything.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "certificate.hpp"
#include "checker.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

std::vector<Cells> lines_from(int cells, const std::vector<std::vector<int>>& lines) {
    if (cells < 1 || cells > max_cells) throw std::invalid_argument("a board has 1 to 64 cells");
    std::vector<Cells> found;
    for (const auto& line : lines) {
        Cells cells_of_line = 0;
        for (int cell : line) {
            if (cell < 0 || cell >= cells) throw std::invalid_argument("a line names a cell that is not there");
            cells_of_line |= bit(cell);
        }
        if (!cells_of_line) throw std::invalid_argument("a line has no cells");
        found.push_back(cells_of_line);
    }
    return found;
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

void check_stones(int cells, Cells one, Cells other) {
    const Cells board = cells == max_cells ? ~Cells{0} : bit(cells) - 1;
    if ((one & other) || ((one | other) & ~board)) throw std::invalid_argument("the stones are not on the board");
}

// (whether it is proved, why the search ended, nodes, bytes)
using Verdict = std::tuple<bool, std::string, std::uint64_t, std::size_t>;

// A prover for games with few lines or many: `words` times 64 of them.
class Prover {
public:
    virtual ~Prover() = default;
    virtual bool prove(Cells one, Cells other, bool prover_first, std::uint64_t budget, Control& control) = 0;
    virtual void extract(Cells one, Cells other, bool prover_first, CertificateWriter& writer, Control& control) = 0;
    virtual std::uint64_t nodes() const = 0;
    virtual std::size_t bytes() const = 0;
};

template <int words>
class Holder : public Prover {
public:
    Holder(int cells, std::vector<Cells> lines, const std::vector<std::vector<int>>& symmetries, std::size_t memory,
           const HoldOptions& options)
        : graph_(cells, std::move(lines), symmetries), search_(graph_, memory, options) {}
    bool prove(Cells maker, Cells breaker, bool breaker_first, std::uint64_t budget, Control& control) override {
        return search_.hold(maker, breaker, breaker_first, budget, control);
    }
    void extract(Cells maker, Cells breaker, bool breaker_first, CertificateWriter& writer, Control& control) override {
        search_.extract(maker, breaker, breaker_first, writer, control);
    }
    std::uint64_t nodes() const override { return search_.nodes(); }
    std::size_t bytes() const override { return search_.bytes(); }

private:
    Hypergraph<words> graph_;
    MakerBreaker<words> search_;
};

template <int words>
class Attacker : public Prover {
public:
    Attacker(int cells, std::vector<Cells> lines, const std::vector<std::vector<int>>& symmetries, std::size_t memory,
             const AttackOptions& options)
        : graph_(cells, std::move(lines), symmetries), search_(graph_, size(graph_.lines.at(0)), memory, options) {}
    bool prove(Cells attacker, Cells defender, bool attacker_first, std::uint64_t budget, Control& control) override {
        return search_.win(attacker, defender, attacker_first, budget, control);
    }
    void extract(Cells attacker, Cells defender, bool attacker_first, CertificateWriter& writer, Control& control) override {
        search_.extract(attacker, defender, attacker_first, writer, control);
    }
    std::uint64_t nodes() const override { return search_.nodes(); }
    std::size_t bytes() const override { return search_.bytes(); }

private:
    Hypergraph<words> graph_;
    Attack<words> search_;
};

struct GuardOptions {};

template <int words>
class Guardian : public Prover {
public:
    Guardian(int cells, std::vector<Cells> lines, const std::vector<std::vector<int>>& symmetries, std::size_t memory,
             const GuardOptions&)
        : graph_(cells, std::move(lines), symmetries), search_(graph_, size(graph_.lines.at(0)), memory) {}
    bool prove(Cells maker, Cells breaker, bool breaker_first, std::uint64_t budget, Control& control) override {
        return search_.hold(maker, breaker, breaker_first, budget, control);
    }
    void extract(Cells maker, Cells breaker, bool breaker_first, CertificateWriter& writer, Control& control) override {
        search_.extract(maker, breaker, breaker_first, writer, control);
    }
    std::uint64_t nodes() const override { return search_.nodes(); }
    std::size_t bytes() const override { return search_.bytes(); }

private:
    Hypergraph<words> graph_;
    Guard<words> search_;
};

template <template <int> class Kind, class Options>
std::unique_ptr<Prover> make_prover(int cells, std::vector<Cells> lines, const std::vector<std::vector<int>>& symmetries,
                                    std::size_t memory, const Options& options) {
    check_symmetries(cells, symmetries);
    checked_memory(memory);
    if (lines.empty()) throw std::invalid_argument("a game has at least one line");
    if (lines.size() <= 128) return std::make_unique<Kind<2>>(cells, std::move(lines), symmetries, memory, options);
    return std::make_unique<Kind<8>>(cells, std::move(lines), symmetries, memory, options);
}

class PythonProver {
public:
    PythonProver(int cells, std::unique_ptr<Prover> prover) : cells_(cells), prover_(std::move(prover)) {}

    // `one` is the side the proof is about: Maker, or the attacker.
    Verdict prove(Cells one, Cells other, bool prover_first, std::uint64_t budget, nb::object progress,
                  std::optional<double> time_limit) {
        check_stones(cells_, one, other);
        Watch watch(std::move(progress), {}, time_limit);
        std::string reason;
        const bool proved = watch.run([&](Control& control) {
            try {
                const bool found = prover_->prove(one, other, prover_first, budget, control);
                reason = "finished";
                return found;
            } catch (const Stopped&) {
                reason = name_of(control.reason);
            } catch (const OutOfMemory&) {
                reason = "memory";
            }
            return false;
        });
        return {proved, reason, prover_->nodes(), prover_->bytes()};
    }

    // Hands the body of the certificate to `sink`, a function of bytes; returns why it ended.
    std::string write(Cells one, Cells other, bool prover_first, nb::callable sink, nb::object progress,
                      std::optional<double> time_limit) {
        check_stones(cells_, one, other);
        CertificateWriter writer([&](const std::string& piece) {
            nb::gil_scoped_acquire acquire;
            sink(nb::bytes(piece.data(), piece.size()));
        });
        Watch watch(std::move(progress), {}, time_limit);
        return watch.run([&](Control& control) -> std::string {
            try {
                prover_->extract(one, other, prover_first, writer, control);
                writer.flush();
                return "finished";
            } catch (const Stopped&) {
                return name_of(control.reason);
            } catch (const OutOfMemory&) {
                return "memory";
            }
        });
    }

private:
    int cells_;
    std::unique_ptr<Prover> prover_;
};

class PythonChecker {
public:
    PythonChecker(const std::vector<int>& shape, int length, const std::vector<std::vector<int>>& symmetries, nb::callable read)
        : checker_(shape, length, symmetries, [read = std::move(read)] {
              nb::gil_scoped_acquire acquire;
              const nb::bytes piece = nb::cast<nb::bytes>(read());
              return std::string(piece.c_str(), piece.size());
          }) {
        checker_.watch = [](std::uint64_t) {
            nb::gil_scoped_acquire acquire;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        };
    }

    void hold(Cells maker, Cells breaker, bool maker_moves) { checker_.hold(maker, breaker, maker_moves); }
    void win(Cells attacker, Cells defender, bool attacker_moves) { checker_.win(attacker, defender, attacker_moves); }
    void guard(Cells maker, Cells breaker, bool maker_moves) { checker_.guard(maker, breaker, maker_moves); }
    void finish() { checker_.finish(); }
    std::uint64_t nodes() const { return checker_.nodes(); }

private:
    check::Checker checker_;
};

}  // namespace

void bind_proofs(nb::module_& module) {
    nb::exception<check::Refused>(module, "Refused");
    nb::class_<PythonProver>(module, "Prover")
        .def("prove", &PythonProver::prove, "one"_a, "other"_a, "prover_first"_a, nb::kw_only(), "budget"_a,
             "progress"_a = nb::none(), "time_limit"_a = nb::none())
        .def("write", &PythonProver::write, "one"_a, "other"_a, "prover_first"_a, "sink"_a, nb::kw_only(),
             "progress"_a = nb::none(), "time_limit"_a = nb::none());
    module.def(
        "hold_prover",
        [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& symmetries,
           std::size_t memory, bool pairings, bool look_ahead, bool zones, bool symmetry, int driven, int replies,
           int effort) {
            const HoldOptions options{pairings, look_ahead, zones, symmetry, driven, replies, std::min(replies, 12), effort};
            return new PythonProver(cells, make_prover<Holder>(cells, lines_from(cells, lines), symmetries, memory, options));
        },
        nb::kw_only(), "cells"_a, "lines"_a, "symmetries"_a, "memory"_a, "pairings"_a = true, "look_ahead"_a = true,
        "zones"_a = true, "symmetry"_a = true, "driven"_a = 1, "replies"_a = 12, "effort"_a = 30);
    module.def(
        "win_prover",
        [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& symmetries,
           std::size_t memory, bool threats, bool refutations, bool symmetry, int driven, int candidates, int effort) {
            const AttackOptions options{threats, refutations, symmetry, driven, candidates, effort};
            require_counters(lines);
            return new PythonProver(cells, make_prover<Attacker>(cells, lines_from(cells, lines), symmetries, memory, options));
        },
        nb::kw_only(), "cells"_a, "lines"_a, "symmetries"_a, "memory"_a, "threats"_a = true, "refutations"_a = true,
        "symmetry"_a = true, "driven"_a = 2, "candidates"_a = 10, "effort"_a = 400);
    module.def(
        "guard_prover",
        [](int cells, const std::vector<std::vector<int>>& lines, const std::vector<std::vector<int>>& symmetries,
           std::size_t memory) {
            require_counters(lines);
            return new PythonProver(cells, make_prover<Guardian>(cells, lines_from(cells, lines), symmetries, memory, GuardOptions{}));
        },
        nb::kw_only(), "cells"_a, "lines"_a, "symmetries"_a, "memory"_a);
    nb::class_<PythonChecker>(module, "CertificateChecker")
        .def(nb::init<const std::vector<int>&, int, const std::vector<std::vector<int>>&, nb::callable>(), "shape"_a,
             "length"_a, "symmetries"_a, "read"_a)
        .def("hold", &PythonChecker::hold, "maker"_a, "breaker"_a, "maker_moves"_a)
        .def("win", &PythonChecker::win, "attacker"_a, "defender"_a, "attacker_moves"_a)
        .def("guard", &PythonChecker::guard, "maker"_a, "breaker"_a, "maker_moves"_a)
        .def("finish", &PythonChecker::finish)
        .def_prop_ro("nodes", &PythonChecker::nodes);
}

}  // namespace noughts

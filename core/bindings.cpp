// The core as a Python module. Nothing here decides anything: it checks, converts, and watches for signals.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

constexpr std::size_t largest_memory = std::size_t{1} << 40;
constexpr int most_threads = 256;

Rules make_rules(int cells, const std::vector<std::vector<int>>& lines, const std::array<std::vector<int>, 2>& marks,
                 std::optional<int> target, bool full, bool once, bool misere,
                 std::vector<std::vector<int>> symmetries, std::vector<int> cell_order) {
    Rules rules;
    rules.cells = cells;
    for (const auto& line : lines) {
        Cells cells_of_line = 0;
        for (int cell : line) {
            if (cell < 0 || cell >= max_cells) throw std::invalid_argument("a line names a cell that is not there");
            cells_of_line |= bit(cell);
        }
        rules.lines.push_back(cells_of_line);
    }
    rules.marks = marks;
    rules.goal = target ? Goal::sum : Goal::same_mark;
    rules.target = target.value_or(0);
    rules.full = full;
    rules.once = once;
    rules.misere = misere;
    rules.symmetries = std::move(symmetries);
    rules.cell_order = std::move(cell_order);
    return rules;
}

Setup make_setup(const nb::bytes& board, int side) {
    const auto* data = static_cast<const std::uint8_t*>(board.data());
    return {{data, data + board.size()}, side};
}

// Watches a search from the Python side: signals, and the caller's progress function. What these raise is kept and
// raised again when the search has come to rest; Ctrl-C alone ends it quietly, and the answer says so.
class Watch {
public:
    Watch(nb::object progress, std::optional<std::uint64_t> node_limit, std::optional<double> time_limit)
        : progress_(std::move(progress)) {
        if (node_limit) control.node_limit = *node_limit;
        if (time_limit) control.time_limit = *time_limit;
        control.poll = [this](const Progress& seen) { return look(seen); };
    }

    template <class Work>
    auto run(Work work) {
        auto answer = [&] {
            nb::gil_scoped_release release;
            return work(control);
        }();
        if (raised_) raised_->restore_and_throw();
        return answer;
    }

    Control control;

private:
    struct Raised {
        nb::python_error error;
        [[noreturn]] void restore_and_throw() { throw std::move(error); }
    };

    bool look(const Progress& seen) {
        nb::gil_scoped_acquire acquire;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress_.is_none()) progress_(seen.nodes, seen.seconds, seen.done, seen.total, seen.depth);
            return true;
        } catch (nb::python_error& error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) raised_.emplace(Raised{std::move(error)});
            return false;
        }
    }

    nb::object progress_;
    std::optional<Raised> raised_;
};

const char* name_of(Reason reason) {
    switch (reason) {
        case Reason::nodes: return "nodes";
        case Reason::time: return "time";
        case Reason::interrupted: return "interrupted";
        default: return "finished";
    }
}

class PythonEngine {
public:
    PythonEngine(int cells, const std::vector<std::vector<int>>& lines, const std::array<std::vector<int>, 2>& marks,
                 std::optional<int> target, bool full, bool once, bool misere,
                 std::vector<std::vector<int>> symmetries, std::vector<int> cell_order, std::size_t memory, int threads)
        : engine_(make_rules(cells, lines, marks, target, full, once, misere, std::move(symmetries), std::move(cell_order)),
                  checked_memory(memory), checked_threads(threads)) {}

    nb::tuple values(const nb::bytes& board, int side, bool earliest_end, bool with_line, nb::object progress,
                     std::optional<std::uint64_t> node_limit, std::optional<double> time_limit) {
        const Ranking ranking = earliest_end ? Ranking::earliest_end : Ranking::quickest;
        return ask(board, side, std::move(progress), node_limit, time_limit, [&](const Setup& setup, Control& control) {
            return engine_.values(setup, ranking, with_line, control);
        });
    }

    nb::tuple value(const nb::bytes& board, int side, nb::object progress, std::optional<std::uint64_t> node_limit,
                    std::optional<double> time_limit) {
        return ask(board, side, std::move(progress), node_limit, time_limit,
                   [&](const Setup& setup, Control& control) { return engine_.value(setup, control); });
    }

    nb::tuple result(const nb::bytes& board, int side, nb::object progress, std::optional<std::uint64_t> node_limit,
                     std::optional<double> time_limit) {
        return ask(board, side, std::move(progress), node_limit, time_limit,
                   [&](const Setup& setup, Control& control) { return engine_.result(setup, control); });
    }

    std::size_t table_bytes() const { return engine_.table_bytes(); }
    bool exact_keys() const { return engine_.exact_keys(); }

private:
    static std::size_t checked_memory(std::size_t memory) {
        if (memory < 1 << 16 || memory > largest_memory) throw std::invalid_argument("memory is from 64 kB to 1 TB");
        return memory;
    }

    static int checked_threads(int threads) {
        if (threads < 1 || threads > most_threads) throw std::invalid_argument("threads are from 1 to 256");
        return threads;
    }

    // While a search runs other Python threads do too; a second question to this engine has to wait for its turn,
    // and is refused rather than left waiting without a way to interrupt it.
    class Turn {
    public:
        explicit Turn(std::atomic<bool>& taken) : taken_(taken) {
            if (taken_.exchange(true)) throw std::runtime_error("this engine is answering another question; make a second one");
        }
        ~Turn() { taken_ = false; }
        Turn(const Turn&) = delete;

    private:
        std::atomic<bool>& taken_;
    };

    template <class Question>
    nb::tuple ask(const nb::bytes& board, int side, nb::object progress, std::optional<std::uint64_t> node_limit,
                  std::optional<double> time_limit, Question question) {
        const Setup setup = make_setup(board, side);
        Turn turn(taken_);
        Watch watch(std::move(progress), node_limit, time_limit);
        const Answer answer = watch.run([&](Control& control) { return question(setup, control); });
        nb::list moves, line;
        for (const MoveScore& it : answer.moves)
            moves.append(nb::make_tuple(int{it.move.cell}, int{it.move.mark}, it.bounds.lower, it.bounds.upper));
        for (Move move : answer.line) line.append(nb::make_tuple(int{move.cell}, int{move.mark}));
        return nb::make_tuple(moves, line, answer.bounds.lower, answer.bounds.upper, name_of(answer.reason), answer.nodes,
                              answer.cutoffs, answer.table_hits);
    }

    Engine engine_;
    std::atomic<bool> taken_{false};
};

}  // namespace
}  // namespace noughts

NB_MODULE(_core, module) {
    using noughts::PythonEngine;
    module.doc() = "The compiled core. Use noughts.engine, which speaks of positions and solutions.";
    nb::class_<PythonEngine>(module, "Engine")
        .def(nb::init<int, const std::vector<std::vector<int>>&, const std::array<std::vector<int>, 2>&, std::optional<int>,
                      bool, bool, bool, std::vector<std::vector<int>>, std::vector<int>, std::size_t, int>(),
             nb::kw_only(), "cells"_a, "lines"_a, "marks"_a, "target"_a.none(), "full"_a, "once"_a, "misere"_a,
             "symmetries"_a, "cell_order"_a, "memory"_a, "threads"_a)
        .def("values", &PythonEngine::values, "board"_a, "side"_a, nb::kw_only(), "earliest_end"_a = false,
             "with_line"_a = true, "progress"_a = nb::none(), "node_limit"_a = nb::none(), "time_limit"_a = nb::none())
        .def("value", &PythonEngine::value, "board"_a, "side"_a, nb::kw_only(), "progress"_a = nb::none(),
             "node_limit"_a = nb::none(), "time_limit"_a = nb::none())
        .def("result", &PythonEngine::result, "board"_a, "side"_a, nb::kw_only(), "progress"_a = nb::none(),
             "node_limit"_a = nb::none(), "time_limit"_a = nb::none())
        .def_prop_ro("table_bytes", &PythonEngine::table_bytes)
        .def_prop_ro("exact_keys", &PythonEngine::exact_keys);
}

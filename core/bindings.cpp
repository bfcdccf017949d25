// The core as a Python module. Nothing here decides anything: it checks, converts, and watches for signals.
#include <cstdio>  // nanobind needs it, and not every C++ library brings it along

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "engine.hpp"
#include "rows.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace noughts {
namespace {

constexpr int most_threads = 256;

Rules make_rules(int cells, const std::vector<std::vector<int>>& lines, const std::array<std::vector<int>, 2>& marks,
                 std::optional<int> target, bool full, bool once, bool misere, int columns,
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
    rules.columns = columns;
    rules.symmetries = std::move(symmetries);
    rules.cell_order = std::move(cell_order);
    rules.check();
    return rules;
}

Setup make_setup(const nb::bytes& board, int side) {
    const auto* data = static_cast<const std::uint8_t*>(board.data());
    return {{data, data + board.size()}, side};
}

nb::list pairs_of(const std::vector<Move>& moves) {
    nb::list pairs;
    for (Move move : moves) pairs.append(nb::make_tuple(int{move.cell}, int{move.mark}));
    return pairs;
}

int checked_threads(int threads) {
    if (threads < 1 || threads > most_threads) throw std::invalid_argument("threads are from 1 to 256");
    return threads;
}

class PythonEngine {
public:
    PythonEngine(const Rules& rules, std::size_t memory, int threads)
        : engine_(rules, checked_memory(memory), checked_threads(threads)) {}

    nb::tuple values(const nb::bytes& board, int side, bool earliest_end, bool with_line, nb::object progress,
                     std::optional<std::uint64_t> node_limit, std::optional<double> time_limit) {
        const Ranking ranking = earliest_end ? Ranking::earliest_end : Ranking::quickest;
        return ask(board, side, std::move(progress), node_limit, time_limit, [&](const Setup& setup, Control& control) {
            return engine_.values(setup, ranking, with_line, control);
        });
    }

    nb::tuple best(const nb::bytes& board, int side, bool earliest_end, bool with_best, nb::object progress,
                   std::optional<std::uint64_t> node_limit, std::optional<double> time_limit) {
        const Ranking ranking = earliest_end ? Ranking::earliest_end : Ranking::quickest;
        return ask(board, side, std::move(progress), node_limit, time_limit, [&](const Setup& setup, Control& control) {
            return engine_.best(setup, ranking, with_best, control);
        });
    }

    nb::tuple result(const nb::bytes& board, int side, nb::object progress, std::optional<std::uint64_t> node_limit,
                     std::optional<double> time_limit) {
        return ask(board, side, std::move(progress), node_limit, time_limit,
                   [&](const Setup& setup, Control& control) { return engine_.result(setup, control); });
    }

    std::size_t table_bytes() const { return engine_.table_bytes(); }
    bool exact_keys() const { return engine_.exact_keys(); }

private:
    // While a search runs other Python threads do too; a second question to this engine has to wait for its turn,
    // and is refused rather than left waiting without a way to interrupt it.
    class Turn {
    public:
        explicit Turn(std::atomic<bool>& taken) : taken_(taken) {
            if (taken_.exchange(true))
                throw std::runtime_error("this engine is answering another question; make a second one");
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
        nb::list moves;
        for (const MoveScore& it : answer.moves)
            moves.append(nb::make_tuple(int{it.move.cell}, int{it.move.mark}, it.bounds.lower, it.bounds.upper));
        return nb::make_tuple(moves, pairs_of(answer.line), pairs_of(answer.best), answer.bounds.lower,
                              answer.bounds.upper, name_of(answer.reason), answer.nodes, answer.cutoffs,
                              answer.table_hits);
    }

    Engine engine_;
    std::atomic<bool> taken_{false};
};

template <class T>
nb::bytes bytes_of(const std::vector<T>& values) {
    return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

class PythonStrongTable {
public:
    PythonStrongTable(const Rules& rules, const nb::bytes& board, int side, bool earliest_end, std::size_t memory,
                      bool labels, nb::object progress) {
        const Ranking ranking = earliest_end ? Ranking::earliest_end : Ranking::quickest;
        const Setup setup = make_setup(board, side);
        checked_memory(memory);
        Watch watch(std::move(progress), {}, {});
        run(watch, [&](Control& control) {
            table_.emplace(rules, setup, ranking, memory, control, labels ? &labels_ : nullptr);
        });
    }

    std::size_t count() const { return table_->count(); }
    std::size_t memory() const { return table_->bytes(); }
    auto counts() const { return table_->counts(); }
    nb::bytes scores() const { return bytes_of(table_->scores()); }
    nb::tuple labels() const {
        return nb::make_tuple(bytes_of(labels_.numbers), bytes_of(labels_.scores), bytes_of(labels_.distances),
                              bytes_of(labels_.best));
    }

    // (score, distance, best moves), or None where the position cannot follow from the start.
    nb::object find(const nb::bytes& board, int side) const {
        nb::object result = nb::none();
        table_->find(make_setup(board, side), [&](const StrongTable::Row& row) {
            result = nb::make_tuple(row.score, row.distance, pairs_of(row.best));
        });
        return result;
    }

    // Hands the rows to `sink`, a function of bytes, about a megabyte at a time.
    void write_text(const Notation& names, bool json, nb::callable sink, nb::object progress) const {
        names.check(table_->rules());
        std::string text;
        const auto hand_over = [&] {
            nb::gil_scoped_acquire acquire;
            sink(nb::bytes(text.data(), text.size()));
            text.clear();
        };
        Watch watch(std::move(progress), {}, {});
        run(watch, [&](Control& control) {
            table_->each(control, [&](const StrongTable::Row& row) {
                noughts::write_text(text, json ? Format::json_lines : Format::csv, names, table_->rules(), row);
                if (text.size() > 1 << 20) hand_over();
            });
            if (!text.empty()) hand_over();
        });
    }

    // Hands the columns to `sink`, a function of seven byte strings in the memory layout of Arrow.
    void write_columns(const Notation& names, nb::callable sink, std::size_t rows, nb::object progress) const {
        names.check(table_->rules());
        if (rows < 1 || rows > 1 << 22) throw std::invalid_argument("a chunk has from 1 to 4 194 304 rows");
        Columns columns;
        columns.reserve(std::min(rows, table_->count()));
        const auto hand_over = [&] {
            nb::gil_scoped_acquire acquire;
            sink(bytes_of(columns.position_offsets), nb::bytes(columns.positions.data(), columns.positions.size()),
                 bytes_of(columns.results), bytes_of(columns.distances), bytes_of(columns.best_lists),
                 bytes_of(columns.best_offsets), nb::bytes(columns.best.data(), columns.best.size()));
            columns = {};
        };
        Watch watch(std::move(progress), {}, {});
        run(watch, [&](Control& control) {
            table_->each(control, [&](const StrongTable::Row& row) {
                columns.add(names, table_->rules(), row);
                if (columns.size() == rows) hand_over();
            });
            if (columns.size()) hand_over();
        });
    }

private:
    // A table that is not finished is of no use, so Ctrl-C is passed on as it is.
    template <class Work>
    static void run(Watch& watch, Work work) {
        const bool finished = watch.run([&](Control& control) {
            try {
                work(control);
                return true;
            } catch (const Stopped&) {
                return false;
            }
        });
        if (!finished) {
            PyErr_SetNone(PyExc_KeyboardInterrupt);
            throw nb::python_error();
        }
    }

    std::optional<StrongTable> table_;
    StrongTable::Labels labels_;
};

}  // namespace
}  // namespace noughts

namespace noughts {
void bind_proofs(nb::module_& module);   // proof_bindings.cpp
void bind_checker(nb::module_& module);  // checker_bindings.cpp
}  // namespace noughts

NB_MODULE(_core, module) {
    using namespace noughts;
#ifdef NDEBUG
    // A process that is interrupted ends with objects that nobody can free any more; nanobind would list them.
    nb::set_leak_warnings(false);
#endif
    module.doc() = "The compiled core. Use noughts.engine, which speaks of positions and solutions.";
    nb::class_<Rules>(module, "Rules")
        .def(
            "__init__",
            [](Rules* self, int cells, const std::vector<std::vector<int>>& lines,
               const std::array<std::vector<int>, 2>& marks, std::optional<int> target, bool full, bool once,
               bool misere, int columns, std::vector<std::vector<int>> symmetries, std::vector<int> cell_order) {
                new (self) Rules(make_rules(cells, lines, marks, target, full, once, misere, columns,
                                            std::move(symmetries), std::move(cell_order)));
            },
            nb::kw_only(), "cells"_a, "lines"_a, "marks"_a, "target"_a.none(), "full"_a, "once"_a, "misere"_a,
            "columns"_a, "symmetries"_a, "cell_order"_a);
    nb::class_<Notation>(module, "Names")
        .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&,
                      const std::array<std::string, 2>&, const std::vector<std::string>&, bool>(),
             nb::kw_only(), "symbols"_a, "separators"_a, "sides"_a, "places"_a, "with_mark"_a);
    nb::class_<PythonEngine>(module, "Engine")
        .def(nb::init<const Rules&, std::size_t, int>(), "rules"_a, nb::kw_only(), "memory"_a, "threads"_a)
        .def("values", &PythonEngine::values, "board"_a, "side"_a, nb::kw_only(), "earliest_end"_a = false,
             "with_line"_a = true, "progress"_a = nb::none(), "node_limit"_a = nb::none(), "time_limit"_a = nb::none())
        .def("best", &PythonEngine::best, "board"_a, "side"_a, nb::kw_only(), "earliest_end"_a = false,
             "with_best"_a = true, "progress"_a = nb::none(), "node_limit"_a = nb::none(), "time_limit"_a = nb::none())
        .def("result", &PythonEngine::result, "board"_a, "side"_a, nb::kw_only(), "progress"_a = nb::none(),
             "node_limit"_a = nb::none(), "time_limit"_a = nb::none())
        .def_prop_ro("table_bytes", &PythonEngine::table_bytes)
        .def_prop_ro("exact_keys", &PythonEngine::exact_keys);
    nb::class_<PythonStrongTable>(module, "StrongTable")
        .def(nb::init<const Rules&, const nb::bytes&, int, bool, std::size_t, bool, nb::object>(), "rules"_a, "board"_a,
             "side"_a, nb::kw_only(), "earliest_end"_a = false, "memory"_a, "labels"_a = false,
             "progress"_a = nb::none())
        .def("__len__", &PythonStrongTable::count)
        .def_prop_ro("memory", &PythonStrongTable::memory)
        .def_prop_ro("counts", &PythonStrongTable::counts)
        .def_prop_ro("scores", &PythonStrongTable::scores)
        .def_prop_ro("labels", &PythonStrongTable::labels)
        .def("find", &PythonStrongTable::find, "board"_a, "side"_a)
        .def("write_text", &PythonStrongTable::write_text, "names"_a, "json"_a, "sink"_a, "progress"_a = nb::none())
        .def("write_columns", &PythonStrongTable::write_columns, "names"_a, "sink"_a, "rows"_a,
             "progress"_a = nb::none());
    bind_checker(module);
    bind_proofs(module);
}

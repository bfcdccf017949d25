// Shared by all parts of the Python module: watching a search, and limits on memory.
//
// Demands: `run` is called with the interpreter's lock, which it gives up while the work goes on. Promises: what Python
// raised meanwhile is raised after the work.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "control.hpp"

namespace noughts {

namespace nb = nanobind;

inline constexpr std::size_t largest_memory = std::size_t{1} << 40;

// Watches a search from the Python side: signals, and the caller's progress function. What these raise is kept and
// raised again when the search has come to rest; Ctrl-C alone ends it quietly, and the answer says so.
class Watch {
public:
    Watch(nb::object progress, std::optional<std::uint64_t> node_limit, std::optional<double> time_limit)
        : progress_(std::move(progress)) {
        if (node_limit) control.node_limit = *node_limit;
        if (time_limit) control.time_limit = *time_limit;
        control.poll = [this](const Progress& now) { return poll(now); };
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

    bool poll(const Progress& now) {
        nb::gil_scoped_acquire acquire;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress_.is_none()) progress_(now.nodes, now.seconds, now.done, now.total, now.depth);
            return true;
        } catch (nb::python_error& error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) raised_.emplace(Raised{std::move(error)});
            return false;
        }
    }

    nb::object progress_;
    std::optional<Raised> raised_;
};

inline const char* name_of(Reason reason) {
    switch (reason) {
        case Reason::nodes: return "nodes";
        case Reason::time: return "time";
        case Reason::interrupted: return "interrupted";
        default: return "finished";
    }
}

inline std::size_t checked_memory(std::size_t memory) {
    if (memory < 1 << 16 || memory > largest_memory) throw std::invalid_argument("memory is from 64 kB to 1 TB");
    return memory;
}

}  // namespace noughts

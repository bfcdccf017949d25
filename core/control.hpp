// The control of a long search: limits, a stop flag, and a function that is polled.
//
// Demands: one thread calls `go_on`; the others read `stop`. Promises: `go_on` returns false when a limit is reached or
// `poll` says so, and `reason` then says which.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace noughts {

// Thrown through a search that must end before it knows the answer.
struct Stopped {};

enum class Reason { finished, nodes, time, interrupted };

struct Progress {
    std::uint64_t nodes;
    double seconds;
    int done;  // moves of the position valued so far, or thousandths of a table
    int total;
    int depth;  // plies: how far the current question looks ahead
};

// `poll` is called by one thread only, some twenty times a second; where it returns false the search stops.
class Control {
public:
    std::uint64_t node_limit = std::numeric_limits<std::uint64_t>::max();
    double time_limit = std::numeric_limits<double>::infinity();
    std::function<bool(const Progress&)> poll;

    std::atomic<bool> stop{false};
    Reason reason = Reason::finished;
    Progress progress{};
    std::uint64_t spent = 0;  // nodes of the searches that have ended

    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

    // Called by the watching thread now and then; false when the search must stop.
    bool go_on(std::uint64_t nodes) {
        if (nodes > node_limit) return end(Reason::nodes);
        const auto now = Clock::now();
        if (now < next_look_) return true;
        next_look_ = now + std::chrono::milliseconds(50);
        progress.nodes = nodes;
        progress.seconds = seconds();
        if (progress.seconds > time_limit) return end(Reason::time);
        if (poll && !poll(progress)) return end(Reason::interrupted);
        return true;
    }

    bool end(Reason why) {
        reason = why;
        stop = true;
        return false;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point started_ = Clock::now();
    Clock::time_point next_look_ = started_ + std::chrono::milliseconds(50);
};

}  // namespace noughts

// Threads and locks, where there are any. In a browser the core runs in one thread.
//
// Demands: without threads, nobody asks for a second one. Promises: those of the standard library.
#pragma once

#include <mutex>
#include <thread>

namespace noughts {

#if defined(__wasm__)
struct Mutex {
    void lock() {}
    void unlock() {}
};
struct Thread {
    template <class Work>
    explicit Thread(Work work) {
        work();
    }
};
#else
using Mutex = std::mutex;
using Thread = std::jthread;
#endif

}  // namespace noughts

// A transposition table: bounds on the scores of positions met before. Bounded memory, no locks, never a mix-up.
//
// An entry is two words; the first is the mixed key xor the second, so an entry torn by two threads writing at once
// does not match and is ignored. A cache line holds a bucket of four entries.
//
//     check   64 bits   mix(low ^ mix(high)) ^ data       the mixed key also names the bucket
//     data    bits  0– 6  lower bound + 64
//             bits  7–13  upper bound + 64
//             bits 14–20  a hint: the move that was best
//             bits 21–23  effort: how much work the entry stands for, the logarithm of its nodes to base 8
//             bits 24–63  high
//
// low can be recovered from the mixed key and high, so nothing of the key is lost. An entry that must make room is
// the one in its bucket with the least effort: what is forgotten is searched again, no answer depends on it.
//
// Demands: bounds of one position in the order lower <= upper; `grow` and `clear` while only one thread is at work.
// Promises: what `find` returns was stored for the same key, or says nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "keys.hpp"

namespace noughts {

// What `find` returns; where nothing is stored the widest bounds.
struct TableEntry {
    int lower;
    int upper;
    int hint;  // a slot of the move list; -1 without one
};

class Table {
public:
    static constexpr int limit = 63;  // bounds are kept within ±63; no search stores more (a win at once is not stored)

    // At most `memory` bytes. The table starts small and grows as it fills: a small search touches little memory.
    // Each time it has `growth` times as many places: with fewer, less memory is cleared for nothing.
    explicit Table(std::size_t memory, std::size_t growth = 8)
        : largest_(std::bit_floor(std::max<std::size_t>(memory / sizeof(Bucket), 1))), growth_(growth) {
        allocate(std::min(largest_, smallest));
    }

    void clear() {
        allocate(buckets_);
        stored_ = 0;
    }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    TableEntry find(const Key& key) const {
        const std::uint64_t mixed = mixed_key(key);
        for (const Entry& entry : bucket(mixed).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
            if ((check ^ data) == mixed && data >> 24 == key.high && data != 0)
                return {field(data, 0) - 64, field(data, 7) - 64, field(data, 14)};
        }
        return {-limit, limit, -1};
    }

    // Asks for the memory that `find` will look at.
    void prefetch([[maybe_unused]] const Key& key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(mixed_key(key)));
#endif
    }

    // Whether the entry took a place that was free; the caller sums these up for count().
    bool store(const Key& key, int lower, int upper, int hint, std::uint64_t nodes) {
        assert(lower <= upper && nodes > 0 && key.high >> high_bits == 0);
        const std::uint64_t mixed = mixed_key(key);
        const int effort = std::min(7, (static_cast<int>(std::bit_width(nodes)) - 1) / 3);
        const std::uint64_t data = static_cast<std::uint64_t>(std::max(lower, -limit) + 64) |
                                   static_cast<std::uint64_t>(std::min(upper, limit) + 64) << 7 |
                                   static_cast<std::uint64_t>(hint & 127) << 14 |
                                   static_cast<std::uint64_t>(effort) << 21 | key.high << 24;
        Entry* victim = nullptr;
        int least = 8;
        for (Entry& entry : bucket(mixed).entries) {
            const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
            const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
            if (old == 0) {
                victim = &entry;
                least = free_place;
                break;
            }
            if ((check ^ old) == mixed && old >> 24 == key.high) {
                victim = &entry;
                break;
            }
            const int worth = static_cast<int>(old >> 21 & 7);
            if (worth < least) {
                least = worth;
                victim = &entry;
            }
        }
        victim->check.store(mixed ^ data, std::memory_order_relaxed);
        victim->data.store(data, std::memory_order_relaxed);
        return least == free_place;
    }

    void count(std::size_t added) { stored_.fetch_add(added, std::memory_order_relaxed); }

    // Whether it is time for a larger table. Only one thread may be at work when `grow` is called.
    bool is_crowded() const { return buckets_ < largest_ && stored_.load(std::memory_order_relaxed) > buckets_ * 2; }

    void grow() {
        const std::size_t count = buckets_;
        std::unique_ptr<void, Free> old_memory = std::move(memory_);
        const Bucket* old = first_;
        allocate(std::min(largest_, count * growth_));
        stored_ = 0;
        for (std::size_t at = 0; at < count; ++at)
            for (const Entry& entry : old[at].entries) {
                const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
                if (data != 0) put_back(entry.check.load(std::memory_order_relaxed) ^ data, data);
            }
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    static constexpr std::size_t smallest = 1024;
    static constexpr std::size_t large = 8 << 20;  // bytes
    static constexpr int free_place = -1;

    static int field(std::uint64_t data, int at) { return static_cast<int>(data >> at & 127); }
    static std::uint64_t mixed_key(const Key& key) { return mix(key.low ^ (key.high ? mix(key.high) : 0)); }
    Bucket& bucket(std::uint64_t mixed) const { return first_[shift_ == 64 ? 0 : mixed >> shift_]; }

    void put_back(std::uint64_t mixed, std::uint64_t data) {
        for (Entry& entry : bucket(mixed).entries)
            if (entry.data.load(std::memory_order_relaxed) == 0) {
                entry.check.store(mixed ^ data, std::memory_order_relaxed);
                entry.data.store(data, std::memory_order_relaxed);
                ++stored_;
                return;
            }
    }

#if defined(__linux__)
    static void madvise_large(void* memory, std::size_t bytes) {
        constexpr std::uintptr_t page = 4096;
        const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) & ~(page - 1);
        const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(page - 1);
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
    }
#endif

    // calloc and not new: the system gives zeroed pages as they are first touched.
    void allocate(std::size_t buckets) {
        memory_.reset();
        memory_.reset(std::calloc(buckets + 1, sizeof(Bucket)));
        if (!memory_) throw std::bad_alloc();
#if defined(__linux__)
        // Places in a large table are far apart: with large pages the processor finds them sooner. Only a wish.
        if (buckets * sizeof(Bucket) >= large) madvise_large(memory_.get(), (buckets + 1) * sizeof(Bucket));
#endif
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        first_ = reinterpret_cast<Bucket*>((address + alignof(Bucket) - 1) & ~(alignof(Bucket) - 1));
        buckets_ = buckets;
        shift_ = 64 - std::countr_zero(buckets);
    }

    std::unique_ptr<void, Free> memory_;
    Bucket* first_ = nullptr;
    std::size_t buckets_ = 0;
    std::size_t largest_ = 0;
    std::size_t growth_ = 8;  // a power of 2
    int shift_ = 64;
    std::atomic<std::size_t> stored_{0};  // entries taken, as far as searches have reported
};

}  // namespace noughts

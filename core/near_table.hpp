// A small transposition table for one thread. It fits into the cache of a processor, so that it answers at once, while
// a place of the large table (table.hpp) must be fetched from memory. Near the end of a game, where most positions are,
// searching again what it has forgotten is cheaper than waiting.
//
// Demands: keys that are not 0, and bounds within ±Table::limit. Promises: `find` returns what was last stored for the
// key, or the widest bounds.
#pragma once

#include <vector>

#include "table.hpp"

namespace noughts {

class NearTable {
public:
    TableEntry find(std::uint64_t key) const {
        if (!entries_.empty())
            if (const Entry& entry = entries_[place(key)]; entry.key == key)
                return {entry.lower, entry.upper, entry.hint};
        return {-Table::limit, Table::limit, -1};
    }

    void store(std::uint64_t key, int lower, int upper, int hint) {
        assert(key != 0 && lower <= upper && -Table::limit <= lower && upper <= Table::limit);
        if (entries_.empty()) entries_.resize(std::size_t{1} << bits);
        entries_[place(key)] = {key, static_cast<std::int8_t>(lower), static_cast<std::int8_t>(upper),
                                static_cast<std::int8_t>(hint)};
    }

private:
    struct Entry {
        std::uint64_t key = 0;
        std::int8_t lower = 0;
        std::int8_t upper = 0;
        std::int8_t hint = 0;
    };
    static constexpr int bits = 14;  // 256 kB: with more or fewer entries it was slower

    static std::size_t place(std::uint64_t key) { return mix(key) >> (64 - bits); }

    std::vector<Entry> entries_;  // none until something is stored
};

}  // namespace noughts

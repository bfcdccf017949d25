// What depth-first proof-number search remembers. It grows to its limit; then everything that is not proved is
// forgotten, which costs time and never the truth.
#pragma once

#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace noughts {

// Thrown where the proved positions alone do not fit into the memory allowed.
struct OutOfMemory {};

inline constexpr std::uint32_t no_hope = 1u << 30;  // the proof number of what is disproved, and the other way round

struct ProofEntry {
    std::uint64_t key = 0;  // 0 where the place is free
    Cells open = 0;         // opponent moves not yet refuted
    Cells zone = 0;         // where the refutations found so far play
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
    std::uint8_t reply = 0;  // at a prover's node that is proved: the move

    bool proved() const { return proof == 0; }
    bool disproved() const { return disproof == 0; }
};

class ProofTable {
public:
    explicit ProofTable(std::size_t memory) : limit_(memory / sizeof(ProofEntry)) { places_.resize(1 << 10); }

    const ProofEntry* find(std::uint64_t key) const {
        for (std::size_t at = key & mask();; at = (at + 1) & mask()) {
            if (places_[at].key == key) return &places_[at];
            if (places_[at].key == 0) return nullptr;
        }
    }

    void store(const ProofEntry& entry) {
        std::size_t at = entry.key & mask();
        while (places_[at].key != 0 && places_[at].key != entry.key) at = (at + 1) & mask();
        const bool is_new = places_[at].key == 0;
        places_[at] = entry;
        if (is_new && ++used_ * 4 > places_.size() * 3) make_room();
    }

    std::size_t bytes() const { return places_.size() * sizeof(ProofEntry); }
    std::size_t entries() const { return used_; }

private:
    std::size_t mask() const { return places_.size() - 1; }

    void make_room() {
        // While the old table is copied both are there: together they are half as large again as the new one.
        const bool grows = places_.size() * 3 <= limit_;
        std::vector<ProofEntry> old(grows ? places_.size() * 2 : places_.size());
        old.swap(places_);
        used_ = 0;
        for (const ProofEntry& entry : old) {
            if (entry.key == 0 || (!grows && !entry.proved())) continue;
            std::size_t at = entry.key & mask();
            while (places_[at].key != 0) at = (at + 1) & mask();
            places_[at] = entry;
            ++used_;
        }
        if (!grows && used_ * 2 > places_.size()) throw OutOfMemory{};
    }

    std::size_t limit_;
    std::vector<ProofEntry> places_;
    std::size_t used_ = 0;
};

}  // namespace noughts

// The keys of a proof table: for a position, the smallest among the names of its symmetric images.
//
// Names are sums of random numbers, 64 bits wide, so two positions may share one. Among the ten million positions of
// 8,8,5 that happens with a chance of about one in 400,000. A position then has the entry of another: it may be called
// proved and is not, or be given up though it could be proved. Neither makes a false `proven`. A proof is written down
// from the first move to the last, the table being asked for replies only, and the checker, which has no keys, goes
// through what was written: it refuses what does not stand, and a reply that leads nowhere is a Gap. So a collision can
// cost a proof and never the truth. Tests use keys of 16 bits (`key_bits`) to see that it is so.
//
// Demands: 8 to 64 bits, and as many symmetries as the group has, or 1. Promises: a key is never 0, and its symmetry
// carries the position to the frame in which the table speaks of it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hypergraph.hpp"
#include "mix.hpp"

namespace noughts {

struct ProofKey {
    std::uint64_t value;  // never 0
    int symmetry;         // the one that leads to the frame in which the table speaks
};

// A name for each image of a position, by symmetry: sums of random numbers.
using ImageNames = std::vector<std::uint64_t>;

inline void begin_names(ImageNames& names, int symmetries, bool prover_moves) {
    names.assign(symmetries, prover_moves ? 0x51ed270b0a1f39c1 : 0x2545f4914f6cdd1d);
}

// The lowest `key_bits` of the smallest name.
inline ProofKey smallest(const ImageNames& names, int key_bits) {
    assert(!names.empty() && key_bits >= 8 && key_bits <= 64);
    ProofKey key{names[0], 0};
    for (std::size_t s = 1; s < names.size(); ++s)
        if (names[s] < key.value) key = {names[s], static_cast<int>(s)};
    if (key_bits < 64) key.value &= (std::uint64_t{1} << key_bits) - 1;
    if (key.value == 0) key.value = 1;
    return key;
}

// A random number for each cell, as each symmetry sees it.
class CellCodes {
public:
    CellCodes(const Group& group, int cells, int symmetries, std::uint64_t seed) : symmetries_(symmetries) {
        for (int cell = 0; cell < cells; ++cell)
            for (int s = 0; s < symmetries; ++s) codes_.push_back(nth_random(seed, group.image(s)[cell]));
    }

    void add_to(ImageNames& names, Cells cells) const {
        for (; cells; cells &= cells - 1) {
            const std::uint64_t* code = &codes_[static_cast<std::size_t>(first(cells)) * symmetries_];
            for (int s = 0; s < symmetries_; ++s) names[s] += code[s];
        }
    }

private:
    int symmetries_;
    std::vector<std::uint64_t> codes_;
};

// The keys of positions that the stones of both sides make out.
class StoneKeys {
public:
    StoneKeys(const Group& group, int cells, int symmetries, int key_bits)
        : symmetries_(symmetries),
          key_bits_(key_bits),
          codes_{CellCodes(group, cells, symmetries, 1), CellCodes(group, cells, symmetries, 2)} {}

    ProofKey of(const std::array<Cells, 2>& stones, bool prover_moves) {
        begin_names(names_, symmetries_, prover_moves);
        for (int side : {0, 1}) codes_[side].add_to(names_, stones[side]);
        return smallest(names_, key_bits_);
    }

private:
    int symmetries_;
    int key_bits_;
    std::array<CellCodes, 2> codes_;
    ImageNames names_;
};

}  // namespace noughts

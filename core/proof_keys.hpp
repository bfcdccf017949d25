// What a table of proofs knows a position by: the smallest among the names of its symmetric images.
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
using Names = std::vector<std::uint64_t>;

inline void begin_names(Names& names, int symmetries, bool prover_moves) {
    names.assign(symmetries, prover_moves ? 0x51ed270b0a1f39c1 : 0x2545f4914f6cdd1d);
}

inline ProofKey smallest(const Names& names) {
    ProofKey key{names[0], 0};
    for (std::size_t s = 1; s < names.size(); ++s)
        if (names[s] < key.value) key = {names[s], static_cast<int>(s)};
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

    void add_to(Names& names, Cells cells) const {
        for (; cells; cells &= cells - 1) {
            const std::uint64_t* code = &codes_[static_cast<std::size_t>(first(cells)) * symmetries_];
            for (int s = 0; s < symmetries_; ++s) names[s] += code[s];
        }
    }

private:
    int symmetries_;
    std::vector<std::uint64_t> codes_;
};

// For positions that are known by the stones of both sides.
class StoneKeys {
public:
    StoneKeys(const Group& group, int cells, int symmetries)
        : symmetries_(symmetries), codes_{CellCodes(group, cells, symmetries, 1), CellCodes(group, cells, symmetries, 2)} {}

    ProofKey of(const std::array<Cells, 2>& stones, bool prover_moves) {
        begin_names(names_, symmetries_, prover_moves);
        for (int side : {0, 1}) codes_[side].add_to(names_, stones[side]);
        return smallest(names_);
    }

private:
    int symmetries_;
    std::array<CellCodes, 2> codes_;
    Names names_;
};

}  // namespace noughts

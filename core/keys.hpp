// What the table knows a position by: the board read as a number, the smallest among its symmetric images.
//
// Each cell is a digit in the base of its possible contents. The digits of the first cells make `low`, the others
// `high`; so `play` changes a key by one addition for each symmetry, and different boards have different keys:
//
//     cell      0      1      2    ...    h-1  |   h    h+1  ...
//     weight    1      b      b²         b^h-1 |   1     b   ...          b = 3 for X and O, 7 for T3 with 1 to 6
//               '-------------- low ---------' | '--- high ---'           b^h <= 2^64
//
// The table keeps 40 bits of `high`, which suffices for every board of two marks (3^64) and T3 up to 6×6 (7^36).
// Where it does not, the weights are random numbers: then two boards may share a key, once in about 2^104 pairs.
//
// The side to move is not part of a key: within one search it follows from the number of filled cells.
//
// Demands: checked rules; a cell is placed while it is empty, and removed with the digit it was placed with.
// Promises: equal positions up to symmetry have equal keys as long as all symmetries are tried, and different positions
// have different keys if `exact()`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "mix.hpp"
#include "rules.hpp"

namespace noughts {

struct Key {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    friend auto operator<=>(const Key& a, const Key& b) {
        return a.high != b.high ? a.high <=> b.high : a.low <=> b.low;
    }
    friend bool operator==(const Key&, const Key&) = default;
};

inline constexpr int high_bits = 40;

class Keys {
public:
    // As many symmetries are followed move by move: all of a square's or a rectangle's, the reflections of a cube.
    static constexpr int followed = 8;

    struct Images {
        std::array<std::uint64_t, followed> low{};
        std::array<std::uint64_t, followed> high{};
    };

    explicit Keys(const Rules& rules) : cells_(rules.cells), digits_(rules.digits) {
        const std::vector<Key> plain = plain_weights(rules);
        const int count = static_cast<int>(rules.symmetries.size());
        all_ = count;
        weights_.resize(static_cast<std::size_t>(count) * cells_ * digits_);
        for (int s = 0; s < count; ++s)
            for (int to = 0; to < cells_; ++to)
                for (int digit = 0; digit < digits_; ++digit)
                    weights_[at(s, rules.symmetries[s][to], digit)] = plain[to * digits_ + digit];
        low_.resize(cells_ * digits_);
        high_.resize(cells_ * digits_);
        for (int cell = 0; cell < cells_; ++cell)
            for (int digit = 0; digit < digits_; ++digit)
                for (int s = 0; s < followed; ++s) {
                    const Key weight = weights_[at(s < count ? s : 0, cell, digit)];
                    low_[cell * digits_ + digit][s] = weight.low;
                    high_[cell * digits_ + digit][s] = weight.high;
                }
    }

    bool exact() const { return exact_; }

    void place(Images& images, int cell, int digit) const {
        assert(cell >= 0 && cell < cells_ && digit > 0 && digit < digits_);
        const auto& low = low_[cell * digits_ + digit];
        for (int s = 0; s < followed; ++s) images.low[s] += low[s];
        if (!wide_) return;
        const auto& high = high_[cell * digits_ + digit];
        for (int s = 0; s < followed; ++s) images.high[s] += high[s];
    }

    void remove(Images& images, int cell, int digit) const {
        const auto& low = low_[cell * digits_ + digit];
        for (int s = 0; s < followed; ++s) images.low[s] -= low[s];
        if (!wide_) return;
        const auto& high = high_[cell * digits_ + digit];
        for (int s = 0; s < followed; ++s) images.high[s] -= high[s];
    }

    // The smallest image. `filled` cells hold `digits`; all symmetries are tried while that is cheap, which is
    // where it pays: a position near the root that is met twice saves more than one near the leaves.
    Key smallest(const Images& images, Cells filled, const std::array<std::uint8_t, max_cells>& digits) const {
        if (all_ > followed && all_ * size(filled) <= worth_trying) return smallest_of_all(filled, digits);
        if (!wide_) return {*std::min_element(images.low.begin(), images.low.end()), 0};
        Key best{images.low[0], images.high[0] & high_mask};
        for (int s = 1; s < followed; ++s) best = std::min(best, Key{images.low[s], images.high[s] & high_mask});
        return best;
    }

private:
    static constexpr int worth_trying = 384;
    static constexpr std::uint64_t high_mask = (std::uint64_t{1} << high_bits) - 1;

    std::size_t at(int symmetry, int cell, int digit) const {
        return (static_cast<std::size_t>(symmetry) * cells_ + cell) * digits_ + digit;
    }

    std::vector<Key> plain_weights(const Rules& rules) {
        std::vector<Key> weights(cells_ * digits_);
        const auto base = static_cast<std::uint64_t>(rules.digits);
        int in_low = 0;  // how many digits fit in 64 bits
        for (std::uint64_t room = std::numeric_limits<std::uint64_t>::max(); room >= base; room /= base) ++in_low;
        int in_high = 0;
        for (std::uint64_t room = high_mask; room >= base; room /= base) ++in_high;
        exact_ = cells_ <= in_low + in_high;
        wide_ = cells_ > in_low;
        std::uint64_t low = 1, high = 1;
        std::uint64_t seed = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            for (int digit = 1; digit < digits_; ++digit) {
                Key& weight = weights[cell * digits_ + digit];
                if (!exact_)
                    weight = {mix(seed += 0x9e3779b97f4a7c15u), mix(seed += 0x9e3779b97f4a7c15u)};
                else if (cell < in_low)
                    weight = {digit * low, 0};
                else
                    weight = {0, digit * high};
            }
            (cell < in_low ? low : high) *= base;
        }
        return weights;
    }

    Key smallest_of_all(Cells filled, const std::array<std::uint8_t, max_cells>& digits) const {
        Key best{std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max()};
        for (int s = 0; s < all_; ++s) {
            Key image;
            for (Cells rest = filled; rest; rest &= rest - 1) {
                const int cell = first(rest);
                const Key& weight = weights_[at(s, cell, digits[cell])];
                image.low += weight.low;
                image.high += weight.high;
            }
            image.high &= high_mask;
            best = std::min(best, image);
        }
        return best;
    }

    int cells_;
    int digits_;
    int all_ = 1;
    bool exact_ = true;
    bool wide_ = false;
    std::vector<Key> weights_;                                     // by symmetry, cell and digit
    std::vector<std::array<std::uint64_t, followed>> low_, high_;  // by cell and digit, for the symmetries followed
};

}  // namespace noughts

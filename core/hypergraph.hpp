// A board as a hypergraph: cells, lines as sets of cells, and the symmetries that carry lines to lines.
// Shared by the provers. The checker has its own, on purpose.
//
// Demands: lines on the board, and symmetries that are permutations of its cells, the identity first. Promises:
// std::invalid_argument is thrown where the symmetries are not a group or there are too many lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "rules.hpp"

namespace noughts {

// A set of lines: bit i stands for line i.
template <int words>
struct LineSet {
    std::array<std::uint64_t, words> word{};

    static constexpr int capacity = 64 * words;

    void add(int line) {
        assert(line >= 0 && line < capacity);
        word[line >> 6] |= std::uint64_t{1} << (line & 63);
    }
    bool has(int line) const { return word[line >> 6] >> (line & 63) & 1; }
    bool any() const {
        std::uint64_t all = 0;
        for (std::uint64_t part : word) all |= part;
        return all != 0;
    }
    int count() const {
        int total = 0;
        for (std::uint64_t part : word) total += std::popcount(part);
        return total;
    }
    LineSet& operator&=(const LineSet& other) {
        for (int i = 0; i < words; ++i) word[i] &= other.word[i];
        return *this;
    }
    friend LineSet operator&(LineSet a, const LineSet& b) { return a &= b; }
    LineSet without(const LineSet& other) const {
        LineSet left;
        for (int i = 0; i < words; ++i) left.word[i] = word[i] & ~other.word[i];
        return left;
    }
    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < words; ++i)
            for (std::uint64_t rest = word[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }
};

// Where a symmetry takes each cell.
using Image = std::array<std::uint8_t, max_cells>;

inline Cells moved(Cells cells, const Image& image) {
    Cells there = 0;
    for (; cells; cells &= cells - 1) there |= bit(image[first(cells)]);
    return there;
}

// The symmetries as a group: their inverses and products, by number.
class Group {
public:
    Group(int cells, const std::vector<std::vector<int>>& symmetries) {
        for (const auto& symmetry : symmetries) {
            Image image{};
            for (int cell = 0; cell < cells; ++cell) image[symmetry[cell]] = static_cast<std::uint8_t>(cell);
            number_.emplace(image, static_cast<int>(images_.size()));
            images_.push_back(image);
        }
        for (const Image& image : images_) {
            Image back{};
            for (int cell = 0; cell < cells; ++cell) back[image[cell]] = static_cast<std::uint8_t>(cell);
            inverse_.push_back(find(back));
        }
        cells_ = cells;
    }

    int count() const { return static_cast<int>(images_.size()); }
    const Image& image(int number) const { return images_[number]; }
    const Image& inverse(int number) const { return images_[inverse_[number]]; }

    // The cell that a symmetry carries to `cell`, which may come from a file that somebody has written.
    int cell_before(int number, int cell) const {
        if (cell >= cells_) throw std::logic_error("a reply is not on the board");
        return inverse(number)[cell];
    }

    // The symmetry that first does `before` and then the inverse of `after`.
    int there_and_back(int before, int after) const {
        Image both{};
        const Image& back = inverse(after);
        for (int cell = 0; cell < cells_; ++cell) both[cell] = back[images_[before][cell]];
        return find(both);
    }

private:
    int find(const Image& image) const {
        const auto number = number_.find(image);
        if (number == number_.end()) throw std::invalid_argument("the symmetries are not a group");
        return number->second;
    }

    int cells_ = 0;
    std::vector<Image> images_;
    std::vector<int> inverse_;
    std::map<Image, int> number_;
};

template <int words>
struct Hypergraph {
    using Lines = LineSet<words>;

    int cells;
    std::vector<Cells> lines;
    std::array<Lines, max_cells> through{};  // for each cell, the lines that contain it
    Group group;

    Hypergraph(int cells_, std::vector<Cells> lines_, const std::vector<std::vector<int>>& symmetries)
        : cells(cells_), lines(std::move(lines_)), group(cells_, symmetries) {
        if (lines.size() > static_cast<std::size_t>(Lines::capacity))
            throw std::invalid_argument("too many lines for a proof");
        for (std::size_t line = 0; line < lines.size(); ++line)
            for (Cells rest = lines[line]; rest; rest &= rest - 1) through[first(rest)].add(static_cast<int>(line));
    }

    // The lines without a cell of `taken`.
    Lines avoiding(Cells taken) const {
        Lines free;
        for (std::size_t line = 0; line < lines.size(); ++line)
            if ((lines[line] & taken) == 0) free.add(static_cast<int>(line));
        return free;
    }
};

}  // namespace noughts

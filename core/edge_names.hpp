// The names of edges, as each symmetry sees them. An edge is what is left of a line: the search asks for the same ones
// again and again, so those of all lines are computed once, if they are not too many.
//
// Demands: an edge of the line that it is said to be of. Promises: equal names for equal edges, of whatever line.
#pragma once

#include "proof_keys.hpp"

namespace noughts {

template <int words>
class EdgeNames {
public:
    EdgeNames(const Hypergraph<words>& graph, int symmetries)
        : symmetries_(symmetries), codes_(graph.group, graph.cells, symmetries, 0), of_edge_(symmetries) {
        std::size_t count = 0;
        for (Cells line : graph.lines) {
            first_.push_back(count);
            count += size(line) > longest ? most : std::size_t{1} << size(line);
            if (count * symmetries > most) {
                first_.clear();
                return;
            }
        }
        lines_ = graph.lines;
        table_.resize(count * symmetries);
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            Cells edge = lines_[line];
            while (true) {  // every set of its cells, the empty one last
                const std::vector<std::uint64_t>& names = computed(edge);
                std::copy(names.begin(), names.end(), table_.begin() + place_of(static_cast<int>(line), edge));
                if (!edge) break;
                edge = (edge - 1) & lines_[line];
            }
        }
    }

    // Adds the name of an edge of any line to `names`.
    void add_to(ImageNames& names, Cells edge) {
        const std::vector<std::uint64_t>& more = computed(edge);
        for (int s = 0; s < symmetries_; ++s) names[s] += more[s];
    }

    // The same, for an edge of this line.
    void add_to(ImageNames& names, int line, Cells edge) {
        if (first_.empty()) return add_to(names, edge);
        const std::uint64_t* more = &table_[place_of(line, edge)];
        for (int s = 0; s < symmetries_; ++s) names[s] += more[s];
    }

private:
    static constexpr std::size_t most = 1 << 17;  // names in the table: a megabyte
    static constexpr int longest = 12;            // cells of a line

    const std::vector<std::uint64_t>& computed(Cells edge) {
        of_edge_.assign(symmetries_, 0);
        codes_.add_to(of_edge_, edge);
        for (std::uint64_t& name : of_edge_) name = mix(name);
        return of_edge_;
    }

    std::size_t place_of(int line, Cells edge) const {
        assert((edge & ~lines_[line]) == 0);
        std::size_t number = 0;
        for (Cells rest = lines_[line]; rest; rest &= rest - 1) number = 2 * number + ((edge & rest & -rest) != 0);
        return (first_[line] + number) * symmetries_;
    }

    int symmetries_;
    CellCodes codes_;
    std::vector<std::uint64_t> of_edge_;
    std::vector<Cells> lines_;
    std::vector<std::size_t> first_;  // of each line, in the table; empty if there is none
    std::vector<std::uint64_t> table_;
};

}  // namespace noughts

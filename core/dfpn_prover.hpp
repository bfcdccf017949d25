// A prover that searches with df-pn: what MakerBreaker and Attack share. They add how a proof is written down.
//
// Demands: no line is complete in the position, and tables are shared only between searches of the same game with the
// same options.
// Promises: `proved` and true are returned only if the prover succeeds. Any other answer means that no proof was found
// with the moves that were tried, and nothing follows from it.
#pragma once

#include "root_walk.hpp"

namespace noughts {

// Stones come as in a unit: first those of the side that the proof is about, then those of the other.
template <class Nodes>
class DfpnProver {
public:
    DfpnProver(const DfpnProver&) = delete;
    DfpnProver& operator=(const DfpnProver&) = delete;

    // Whether it is proved, and which units are to be searched next.
    ProofStatus walk(Cells one, Cells other, bool prover_moves, Frontier& frontier, Control& control) {
        search_.watch(control);
        const auto [prover, opponent] = Nodes::roles(one, other);
        return RootWalk(nodes_, table_, search_, frontier).walk(prover, opponent, prover_moves, root_plies_);
    }

    // A unit: whether the prover, who is to move, succeeds. It gives up after about `budget` nodes.
    SearchResult search(Cells one, Cells other, std::uint64_t budget, Control& control) {
        search_.watch(control);
        return search_.search(state_of(one, other), budget);
    }

    std::uint64_t nodes() const { return search_.count(); }
    void forget_nodes() { search_.reset_count(); }

protected:
    // Several may share a table, each in a thread of its own. `arguments` are those of the nodes.
    template <class... Arguments>
    DfpnProver(ProofTable& table, int root_plies, const Arguments&... arguments)
        : table_(table), nodes_(arguments...), search_(nodes_, table), root_plies_(root_plies) {}

    ~DfpnProver() = default;

    typename Nodes::State state_of(Cells one, Cells other) const {
        const auto [prover, opponent] = Nodes::roles(one, other);
        return nodes_.state_of(prover, opponent);
    }

    ProofTable& table_;
    Nodes nodes_;
    Dfpn<Nodes> search_;

private:
    int root_plies_;
};

}  // namespace noughts

// A prover that searches with df-pn: what Hold and Win share. They add how a proof is written down.
//
// Demands: no line is complete in the position, and tables are shared only between searches of the same game with the
// same options.
// Promises: `proved` and true are returned only if the prover succeeds. Any other answer means that no proof was found
// with the moves that were tried, and nothing follows from it.
#pragma once

#include "root_walk.hpp"

namespace noughts {

// Stones come as in a unit: first those of the side that the proof is about, then those of its opponent.
template <class Nodes>
class DfpnProver {
public:
    DfpnProver(const DfpnProver&) = delete;
    DfpnProver& operator=(const DfpnProver&) = delete;

    // Whether it is proved, and which units are to be searched next.
    ProofStatus walk(Cells about, Cells against, bool prover_moves, Frontier& frontier, Control& control) {
        search_.watch(control);
        const auto [prover, opponent] = Nodes::roles(about, against);
        return RootWalk(nodes_, table_, search_, frontier).walk(prover, opponent, prover_moves, root_moves_);
    }

    // A unit: whether the prover, who is to move, succeeds. It gives up after about `budget` nodes.
    UnitResult search(Cells about, Cells against, std::uint64_t budget, Control& control) {
        search_.watch(control);
        return search_.search(state_of(about, against), budget);
    }

    std::uint64_t nodes() const { return search_.count(); }
    void forget_nodes() { search_.reset_count(); }

    // For the writer of a proof: removes a proof that turned out to be none; throws Stopped when the work is to end.
    void forget(ProofKey key) { table_.forget(key.value); }
    void check() const { search_.check(); }

protected:
    // Several may share a table, each in a thread of its own. `arguments` are those of the nodes.
    template <class... Arguments>
    DfpnProver(ProofTable& table, int root_moves, const Arguments&... arguments)
        : table_(table), nodes_(arguments...), search_(nodes_, table), root_moves_(root_moves) {}

    ~DfpnProver() = default;

    typename Nodes::State state_of(Cells about, Cells against) const {
        const auto [prover, opponent] = Nodes::roles(about, against);
        return nodes_.state_of(prover, opponent);
    }

    ProofTable& table_;
    Nodes nodes_;
    Dfpn<Nodes> search_;

private:
    int root_moves_;
};

}  // namespace noughts

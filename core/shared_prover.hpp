// A prover that several threads may use at once: a table of proofs, and a pool of searches that share it.
//
// Demands: what a search of its kind demands; symmetries that are permutations, the identity first; at least one line.
// Promises: each call has a search of its own for as long as it takes. The nodes of a search are added to
// `Control::spent` when it ends, however it ends.
#pragma once

#include <functional>
#include <memory>

#include "certificate_writer.hpp"
#include "threads.hpp"

namespace noughts {

// What the three kinds of proofs offer to Python. Stones come as in a unit.
class Prover {
public:
    explicit Prover(std::size_t memory) : table(memory) {}
    virtual ~Prover() = default;
    virtual ProofStatus walk(Cells about, Cells against, bool prover_first, Frontier& frontier, Control& control) = 0;
    virtual UnitResult search(Cells about, Cells against, std::uint64_t budget, Control& control) = 0;
    virtual void extract(Cells about, Cells against, bool prover_first, CertificateWriter& writer, std::uint64_t budget,
                         Control& control) = 0;

    ProofTable table;
    Failures failures;
};

template <class Graph, class Search>
class SharedProver : public Prover {
public:
    template <class Make>
    SharedProver(Graph graph, std::size_t memory, Make make)
        : Prover(memory), graph_(std::move(graph)), make_([this, make] { return make(graph_, table); }) {}

    ProofStatus walk(Cells about, Cells against, bool prover_first, Frontier& frontier, Control& control) override {
        return with_search(control,
                           [&](Search& it) { return it.walk(about, against, prover_first, frontier, control); });
    }
    UnitResult search(Cells about, Cells against, std::uint64_t budget, Control& control) override {
        return with_search(control, [&](Search& it) { return it.search(about, against, budget, control); });
    }
    void extract(Cells about, Cells against, bool prover_first, CertificateWriter& writer, std::uint64_t budget,
                 Control& control) override {
        with_search(control, [&](Search& it) { it.extract(about, against, prover_first, writer, budget, control); });
    }

private:
    // A search that nobody uses, or a new one; it comes back also where the work is broken off.
    class Loan {
    public:
        Loan(SharedProver& owner, Control& control) : owner_(owner), control_(control) {
            const std::lock_guard lock(owner.mutex_);
            if (owner.idle_.empty()) owner.idle_.push_back(owner.make_());
            search = std::move(owner.idle_.back());
            owner.idle_.pop_back();
            search->forget_nodes();
        }
        ~Loan() {
            control_.spent += search->nodes();
            const std::lock_guard lock(owner_.mutex_);
            owner_.idle_.push_back(std::move(search));
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        std::unique_ptr<Search> search;

    private:
        SharedProver& owner_;
        Control& control_;
    };

    template <class Work>
    auto with_search(Control& control, Work work) {
        Loan loan(*this, control);
        return work(*loan.search);
    }

    Graph graph_;
    std::function<std::unique_ptr<Search>()> make_;
    Mutex mutex_;
    std::vector<std::unique_ptr<Search>> idle_;
};

// `make` makes a search for games of so many lines: `words` times 64.
template <template <int> class Search, class Make>
std::unique_ptr<Prover> make_prover(int cells, std::vector<Cells> lines,
                                    const std::vector<std::vector<int>>& symmetries, std::size_t memory, Make make) {
    assert(!lines.empty() && !symmetries.empty());
    const auto of_size = [&]<int words>(std::integral_constant<int, words>) -> std::unique_ptr<Prover> {
        using Graph = Hypergraph<words>;
        const auto make_search = [make](const Graph& graph, ProofTable& table) {
            return make.template operator()<Search<words>>(graph, table);
        };
        return std::make_unique<SharedProver<Graph, Search<words>>>(Graph(cells, std::move(lines), symmetries), memory,
                                                                    make_search);
    };
    if (lines.size() <= 128) return of_size(std::integral_constant<int, 2>{});
    return of_size(std::integral_constant<int, 8>{});
}

}  // namespace noughts

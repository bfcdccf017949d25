// The core as a WebAssembly module for the exported page: one function, numbers in, numbers out. The Python side,
// src/noughts/web/export/browser_core.py, has the contract of the Python module; nothing here decides anything.
//
// A question is an array of 64-bit numbers; lists have their length before them. An answer is a number, 0 if all is
// well, and then numbers or bytes; otherwise the number says which error it is, and its message follows.
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker.hpp"
#include "engine.hpp"
#include "shared_prover.hpp"

extern "C" {
// Says how far a search is; 0 ends it.
__attribute__((import_module("noughts"), import_name("poll"))) int noughts_poll(double nodes, double seconds, int done,
                                                                                int total, int depth);
}

namespace noughts {
namespace {

class Input {
public:
    Input(const std::int64_t* data, std::size_t size) : next_(data), end_(data + size) {}

    std::int64_t number() {
        if (next_ == end_) throw std::invalid_argument("the question is too short");
        return *next_++;
    }
    template <class T>
    std::vector<T> list() {
        const auto count = static_cast<std::size_t>(number());
        if (count > static_cast<std::size_t>(end_ - next_)) throw std::invalid_argument("the question is too short");
        std::vector<T> numbers;
        for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<T>(number()));
        return numbers;
    }
    std::vector<std::vector<int>> lists() {
        const auto count = number();
        std::vector<std::vector<int>> all;
        for (std::int64_t i = 0; i < count; ++i) all.push_back(list<int>());
        return all;
    }
    // A length in bytes, and the bytes, filled up to whole numbers.
    std::string bytes() {
        const auto count = static_cast<std::size_t>(number());
        const std::size_t words = (count + 7) / 8;
        if (words > static_cast<std::size_t>(end_ - next_)) throw std::invalid_argument("the question is too short");
        const std::string text(reinterpret_cast<const char*>(next_), count);
        next_ += words;
        return text;
    }

private:
    const std::int64_t* next_;
    const std::int64_t* end_;
};

std::vector<std::int64_t> question;
std::string output;

void put(std::int64_t number) { output.append(reinterpret_cast<const char*>(&number), sizeof number); }

struct Handles {
    std::map<std::int64_t, std::unique_ptr<Engine>> engines;
    std::map<std::int64_t, std::unique_ptr<Prover>> provers;
    std::int64_t latest = 0;
} handles;

template <class T>
T& named(std::map<std::int64_t, std::unique_ptr<T>>& all, std::int64_t name) {
    const auto found = all.find(name);
    if (found == all.end()) throw std::invalid_argument("there is no such handle");
    return *found->second;
}

std::size_t checked_memory(std::int64_t memory) {
    if (memory < 1 << 16 || memory > std::int64_t{1} << 30)
        throw std::invalid_argument("memory is from 64 kB to 1 GB in a browser");
    return static_cast<std::size_t>(memory);
}

Cells cells_of(const std::vector<int>& line) {
    Cells cells = 0;
    for (int cell : line) {
        if (cell < 0 || cell >= max_cells) throw std::invalid_argument("a line names a cell that is not there");
        cells |= bit(cell);
    }
    return cells;
}

// Limits come as numbers, -1 for none; time in microseconds. The last number says whether anybody wants to hear.
void limit(Control& control, Input& input) {
    const std::int64_t nodes = input.number(), time = input.number();
    if (nodes >= 0) control.node_limit = static_cast<std::uint64_t>(nodes);
    if (time >= 0) control.time_limit = static_cast<double>(time) / 1e6;
    if (input.number())
        control.poll = [](const Progress& now) {
            return noughts_poll(static_cast<double>(now.nodes), now.seconds, now.done, now.total, now.depth) != 0;
        };
}

void make_engine(Input& input) {
    const std::size_t memory = checked_memory(input.number());
    Rules rules;
    rules.cells = static_cast<int>(input.number());
    for (const auto& line : input.lists()) rules.lines.push_back(cells_of(line));
    rules.marks = {input.list<int>(), input.list<int>()};
    const std::int64_t target = input.number();
    rules.goal = target >= 0 ? Goal::sum : Goal::same_mark;
    rules.target = target >= 0 ? static_cast<int>(target) : 0;
    rules.full = input.number() != 0;
    rules.once = input.number() != 0;
    rules.misere = input.number() != 0;
    rules.columns = static_cast<int>(input.number());
    rules.symmetries = input.lists();
    rules.cell_order = input.list<int>();
    rules.check();
    handles.engines[++handles.latest] = std::make_unique<Engine>(std::move(rules), memory, 1);
    put(handles.latest);
}

void put_moves(const std::vector<Move>& moves) {
    put(static_cast<std::int64_t>(moves.size()));
    for (Move move : moves) put(move.cell), put(move.mark);
}

void ask_engine(Input& input) {
    enum Kind { values, best, result };
    Engine& engine = named(handles.engines, input.number());
    const auto kind = static_cast<Kind>(input.number());
    Setup setup;
    setup.board = input.list<std::uint8_t>();
    setup.side = static_cast<int>(input.number());
    const Ranking ranking = input.number() ? Ranking::earliest_end : Ranking::quickest;
    const bool with_more = input.number() != 0;  // the line, or the best moves
    Control control;
    limit(control, input);
    const Answer answer = kind == values ? engine.values(setup, ranking, with_more, control)
                          : kind == best ? engine.best(setup, ranking, with_more, control)
                                         : engine.result(setup, control);
    put(static_cast<std::int64_t>(answer.moves.size()));
    for (const MoveScore& it : answer.moves)
        put(it.move.cell), put(it.move.mark), put(it.bounds.lower), put(it.bounds.upper);
    put_moves(answer.line);
    put_moves(answer.best);
    put(answer.bounds.lower), put(answer.bounds.upper);
    put(static_cast<std::int64_t>(answer.reason));
    put(static_cast<std::int64_t>(answer.nodes)), put(static_cast<std::int64_t>(answer.cutoffs));
    put(static_cast<std::int64_t>(answer.table_hits));
}

void engine_facts(Input& input) {
    const Engine& engine = named(handles.engines, input.number());
    put(static_cast<std::int64_t>(engine.table_bytes()));
    put(engine.exact_keys());
}

void make_prover(Input& input) {
    enum Kind { hold, win, guard };
    const auto kind = static_cast<Kind>(input.number());
    const std::size_t memory = checked_memory(input.number());
    const int cells = static_cast<int>(input.number());
    std::vector<Cells> lines;
    for (const auto& line : input.lists()) lines.push_back(cells_of(line));
    const auto symmetries = input.lists();
    const auto options = input.list<int>();
    const std::size_t expected = kind == guard ? 1 : 8;
    if (cells < 1 || cells > max_cells || lines.empty() || symmetries.empty() || options.size() != expected)
        throw std::invalid_argument("these are no rules of a game");
    std::unique_ptr<Prover> made;
    if (kind == hold) {
        const HoldOptions chosen{options[0] != 0, options[1] != 0,         options[2] != 0, options[3] != 0, options[4],
                                 options[5],      std::min(options[5], 8), options[6],      options[7]};
        made = noughts::make_prover<Hold>(cells, std::move(lines), symmetries, memory,
                                          [chosen]<class Search>(const auto& graph, ProofTable& table) {
                                              return std::make_unique<Search>(graph, table, chosen);
                                          });
    } else if (kind == win) {
        const WinOptions chosen{options[0] != 0, options[1] != 0, options[2] != 0, options[3] != 0,
                                options[4],      options[5],      options[6],      options[7]};
        made = noughts::make_prover<Win>(
            cells, std::move(lines), symmetries, memory, [chosen]<class Search>(const auto& graph, ProofTable& table) {
                return std::make_unique<Search>(graph, size(graph.lines.front()), table, chosen);
            });
    } else {
        made = noughts::make_prover<Guard>(cells, std::move(lines), symmetries, memory,
                                           [bits = options[0]]<class Search>(const auto& graph, ProofTable& table) {
                                               return std::make_unique<Search>(graph, size(graph.lines.front()), table,
                                                                               bits);
                                           });
    }
    handles.provers[++handles.latest] = std::move(made);
    put(handles.latest);
}

// Whether it is proved, why the search ended, and the nodes; then what `more` writes.
template <class Work>
void watched(Control& control, Work work) {
    enum Reason : std::int64_t { memory = 4, gap = 5 };
    bool proved = false;
    std::int64_t reason = 0;
    try {
        proved = work();
    } catch (const Stopped&) {
        reason = static_cast<std::int64_t>(control.reason);
    } catch (const OutOfMemory&) {
        reason = memory;
    } catch (const Gap&) {
        reason = gap;
    }
    put(proved), put(reason), put(static_cast<std::int64_t>(control.spent));
}

void ask_prover(Input& input) {
    enum Kind { prove, search, write, frontier, fail, record, memory, resize };
    Prover& prover = named(handles.provers, input.number());
    const auto kind = static_cast<Kind>(input.number());
    if (kind == memory) return put(static_cast<std::int64_t>(prover.table.bytes()));
    if (kind == resize) return prover.table.resize(checked_memory(input.number()));
    if (kind == record) {
        output += prover.table.record(static_cast<std::uint64_t>(input.number()));
        return;
    }
    if (kind == fail) {
        const auto key = static_cast<std::uint64_t>(input.number()), spent = static_cast<std::uint64_t>(input.number());
        return prover.failures.add(key, spent, static_cast<int>(input.number()));
    }
    const auto about = static_cast<Cells>(input.number()), against = static_cast<Cells>(input.number());
    const bool first = input.number() != 0;
    const auto budget = static_cast<std::uint64_t>(input.number());
    Control control;
    if (kind == frontier) {
        const auto slice = static_cast<std::uint64_t>(input.number());
        Frontier walked(prover.failures, budget, slice, static_cast<std::size_t>(input.number()));
        put(static_cast<std::int64_t>(prover.walk(about, against, first, walked, control)));
        put(walked.classes_proved), put(walked.classes), put(static_cast<std::int64_t>(walked.units.size()));
        for (const Unit& unit : walked.units) {
            put(static_cast<std::int64_t>(unit.key)), put(static_cast<std::int64_t>(unit.about));
            put(static_cast<std::int64_t>(unit.against)), put(static_cast<std::int64_t>(unit.budget));
            put(static_cast<std::int64_t>(unit.line.size()));
            for (int cell : unit.line) put(cell);
            put(static_cast<std::int64_t>(unit.within.size()));
            for (const auto& [key, nodes] : unit.within)
                put(static_cast<std::int64_t>(key)), put(static_cast<std::int64_t>(nodes));
        }
        return;
    }
    limit(control, input);
    int reply = -1;
    std::string body;
    watched(control, [&] {
        if (kind == search) {
            const UnitResult result = prover.search(about, against, budget, control);
            reply = result.reply;
            return result.proved;
        }
        if (kind == write) {
            CertificateWriter writer([&](const std::string& piece) { body += piece; });
            prover.extract(about, against, first, writer, budget, control);
            writer.flush();
            return true;
        }
        while (true) {
            Frontier walked(prover.failures, budget, budget, 1);
            const ProofStatus answer = prover.walk(about, against, first, walked, control);
            if (answer != ProofStatus::waiting) return answer == ProofStatus::proved;
            const Unit& unit = walked.units.front();
            if (!prover.search(unit.about, unit.against, budget, control).proved)
                prover.failures.add(unit.key, budget, -1);
        }
    });
    put(reply);
    output += body;
}

void check_certificate(Input& input) {
    const std::string header = input.bytes();
    std::string body = input.bytes();
    check::Checker checker(header, [&] { return std::exchange(body, {}); });
    checker.check();
    put(static_cast<std::int64_t>(checker.nodes()));
    put(checker.header().length);
    put(static_cast<std::int64_t>(checker.header().shape.size()));
    for (int size : checker.header().shape) put(size);
    output += checker.header().position + "\n" + checker.header().result_name;
}

void forget(Input& input) {
    const std::int64_t name = input.number();
    handles.engines.erase(name);
    handles.provers.erase(name);
}

void failed(int kind, const char* message) {
    output.clear();
    put(kind);
    output += message;
}

}  // namespace
}  // namespace noughts

extern "C" {

// Room for a question of so many numbers.
__attribute__((export_name("room"))) std::int64_t* noughts_room(std::uint32_t numbers) {
    noughts::question.resize(numbers);
    return noughts::question.data();
}

// Answers the question; `answer_size` says how many bytes the answer has.
__attribute__((export_name("ask"))) const char* noughts_ask(int kind) {
    using namespace noughts;
    using Function = void (*)(Input&);
    constexpr Function functions[] = {make_engine, ask_engine,        engine_facts, make_prover,
                                      ask_prover,  check_certificate, forget};
    enum Error { invalid = 1, other, memory, refused, not_a_certificate };
    output.clear();
    put(0);
    try {
        Input input(question.data(), question.size());
        functions[kind](input);
    } catch (const check::Refused& error) {
        failed(refused, error.what());
    } catch (const check::NotACertificate& error) {
        failed(not_a_certificate, error.what());
    } catch (const std::invalid_argument& error) {
        failed(invalid, error.what());
    } catch (const OutOfMemory&) {
        failed(memory, "the table is full");
    } catch (const std::bad_alloc&) {
        failed(memory, "there is no more memory");
    } catch (const std::exception& error) {
        failed(other, error.what());
    }
    return output.data();
}

__attribute__((export_name("answer_size"))) std::uint32_t noughts_answer_size() {
    return static_cast<std::uint32_t>(noughts::output.size());
}
}

// The compiled checker of certificates. It shares no code with the provers: it computes lines from the shape of the
// board, keeps its own books, and follows docs/certificates.md, as engine/checker.py does in Python.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace noughts::check {

using Cells = std::uint64_t;

// The proof does not stand.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Hands out the body byte by byte; `more` gives the next piece, and an empty one at the end.
class Body {
public:
    explicit Body(std::function<std::string()> more) : more_(std::move(more)) {}

    bool at_end() {
        if (next_ < piece_.size()) return false;
        passed_ += piece_.size();
        piece_ = more_();
        next_ = 0;
        return piece_.empty();
    }

    std::uint8_t byte() {
        if (at_end()) refuse("the proof ends too early");
        return static_cast<std::uint8_t>(piece_[next_++]);
    }

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            if (shift > 56) refuse("a number is too long");
            const std::uint64_t part = byte();
            value |= (part & 127) << shift;
            if (part < 128) return value;
        }
    }

    [[noreturn]] void refuse(const std::string& problem) const {
        throw Refused("byte " + std::to_string(passed_ + next_) + " of the body: " + problem);
    }

private:
    std::function<std::string()> more_;
    std::string piece_;
    std::size_t next_ = 0;
    std::uint64_t passed_ = 0;
};

class Checker {
public:
    Checker(const std::vector<int>& shape, int length, const std::vector<std::vector<int>>& symmetries,
            std::function<std::string()> more)
        : body_(std::move(more)) {
        int count = 1;
        for (int size : shape) {
            if (size < 1 || size > 64 || (count *= size) > 64) throw std::invalid_argument("the board has more than 64 cells");
        }
        everything_ = count == 64 ? ~Cells{0} : (Cells{1} << count) - 1;
        find_lines(shape, length);
        for (const auto& symmetry : symmetries) add_symmetry(symmetry, count);
    }

    void hold(Cells maker, Cells breaker, bool maker_moves) {
        require_playable(maker, breaker);
        held_.clear();
        if (!maker_moves) breaker |= empty_cell(maker | breaker);
        hold(maker, breaker);
    }

    void guard(Cells maker, Cells breaker, bool maker_moves) {
        require_playable(maker, breaker);
        held_.clear();
        guarded_.clear();
        if (!maker_moves) {
            const Cells wins = completing(breaker, maker), move = empty_cell(maker | breaker);
            if (move & wins) return;
            breaker |= move;
        }
        guard(maker, breaker);
    }

    void win(Cells attacker, Cells defender, bool attacker_moves) {
        require_playable(attacker, defender);
        defended_.clear();
        if (attacker_moves) {
            attack(attacker, defender);
        } else {
            defence(attacker, defender);
        }
    }

    void finish() {
        if (!body_.at_end()) body_.refuse("something follows after the proof");
    }

    std::uint64_t nodes() const { return nodes_; }

    std::function<void(std::uint64_t)> watch;  // told the number of nodes now and then; may throw

private:
    enum : std::uint8_t { pairing_node = 0x01, strategy_node = 0x02, reference_node = 0x03 };
    enum : std::uint8_t { guard_node = 0x04, same_guard_node = 0x05 };
    enum : std::uint8_t { sequence_node = 0x11, attack_node = 0x12, defence_node = 0x21, same_defence_node = 0x22 };
    enum : std::uint8_t { end_mark = 0xFE, pass_mark = 0xFF };

    struct Held {
        Cells maker, breaker, zone;
    };
    struct Stones {
        Cells mine, theirs;
    };

    void find_lines(const std::vector<int>& shape, int length) {
        const int dimensions = static_cast<int>(shape.size());
        int steps = 1;
        for (int i = 0; i < dimensions; ++i) steps *= 3;
        const int cells = std::popcount(everything_);
        std::set<Cells> found;
        for (int cell = 0; cell < cells; ++cell)
            for (int step = 0; step < steps; ++step) {
                if (step == steps / 2) continue;  // the step that goes nowhere
                std::vector<int> place(dimensions), by(dimensions);
                for (int i = dimensions - 1, rest = cell, code = step; i >= 0; --i) {
                    place[i] = rest % shape[i];
                    rest /= shape[i];
                    by[i] = code % 3 - 1;
                    code /= 3;
                }
                Cells line = 0;
                bool inside = true;
                for (int n = 0; n < length && inside; ++n) {
                    int number = 0;
                    for (int i = 0; i < dimensions; ++i) {
                        const int at = place[i] + n * by[i];
                        inside = inside && at >= 0 && at < shape[i];
                        number = number * shape[i] + at;
                    }
                    if (inside) line |= Cells{1} << number;
                }
                if (inside) found.insert(line);
            }
        lines_.assign(found.begin(), found.end());
    }

    void add_symmetry(const std::vector<int>& symmetry, int count) {
        std::vector<int> sorted(symmetry);
        std::sort(sorted.begin(), sorted.end());
        for (int cell = 0; cell < count; ++cell)
            if (static_cast<int>(sorted.size()) != count || sorted[cell] != cell)
                throw std::invalid_argument("a symmetry is not a permutation of the cells");
        std::vector<Cells> images;
        for (Cells line : lines_) images.push_back(image(line, symmetry));
        std::sort(images.begin(), images.end());
        if (images != lines_) throw std::invalid_argument("a symmetry does not carry lines to lines");
        symmetries_.push_back(symmetry);
    }

    static Cells image(Cells cells, const std::vector<int>& symmetry) {
        Cells there = 0;
        for (; cells; cells &= cells - 1) there |= Cells{1} << symmetry[std::countr_zero(cells)];
        return there;
    }

    static std::string listed(Cells cells) {
        std::string text;
        for (; cells; cells &= cells - 1) text += (text.empty() ? "" : ", ") + std::to_string(std::countr_zero(cells));
        return "[" + text + "]";
    }

    void require_playable(Cells one, Cells other) const {
        if ((one & other) || ((one | other) & ~everything_)) throw std::invalid_argument("the stones are not on the board");
        for (Cells line : lines_)
            if ((line & ~one) == 0 || (line & ~other) == 0)
                throw Refused("a line is complete in the position, so there is nothing to prove");
    }

    void count() {
        if ((++nodes_ & 4095) == 0 && watch) watch(nodes_);
    }

    Cells cell_of(std::uint8_t number, Cells taken) {
        if (number > 63 || !(everything_ >> number & 1) || (taken >> number & 1))
            body_.refuse("cell " + std::to_string(number) + " is not an empty cell");
        return Cells{1} << number;
    }
    Cells empty_cell(Cells taken) { return cell_of(body_.byte(), taken); }

    const std::vector<int>& symmetry_of(std::uint64_t number, std::size_t nodes, std::uint64_t symmetry) {
        if (number >= nodes || symmetry >= symmetries_.size()) body_.refuse("a reference to a node or a symmetry that is not there");
        return symmetries_[symmetry];
    }

    // ── one side is kept from completing a line ──

    Cells hold(Cells maker, Cells breaker) { return hold(body_.byte(), maker, breaker); }

    Cells hold(std::uint8_t kind, Cells maker, Cells breaker) {
        count();
        Cells zone = 0;
        switch (kind) {
            case pairing_node: zone = pairing(maker, breaker); break;
            case strategy_node: zone = strategy(maker, breaker); break;
            case reference_node: return reference(maker, breaker);
            default: body_.refuse(std::to_string(kind) + " is no kind of node");
        }
        held_.push_back({maker, breaker, zone});
        return zone;
    }

    Cells pairing(Cells maker, Cells breaker) {
        Cells zone = 0;
        std::vector<Cells> pairs;
        for (int left = body_.byte(); left > 0; --left) {
            const Cells one = empty_cell(maker | breaker | zone);
            const Cells other = empty_cell(maker | breaker | zone | one);
            pairs.push_back(one | other);
            zone |= one | other;
        }
        for (Cells line : lines_) {
            if (line & breaker) continue;
            if (std::none_of(pairs.begin(), pairs.end(), [&](Cells pair) { return (pair & ~line) == 0; }))
                body_.refuse("no pair lies in the line " + listed(line));
        }
        return zone;
    }

    Cells strategy(Cells maker, Cells breaker) {
        const Cells taken = maker | breaker;
        Cells zone = 0, unanswered = everything_ & ~taken;
        bool any_answer = false;
        for (std::uint8_t move = body_.byte(); move != end_mark; move = body_.byte()) {
            const Cells stone = move == pass_mark ? 0 : cell_of(move, taken);
            const Cells reply = empty_cell(taken | stone);
            const Cells its_zone = hold(maker | stone, breaker | reply) | reply;
            zone |= its_zone;
            unanswered &= its_zone & ~stone;
            any_answer = true;
        }
        if (unanswered || !any_answer) body_.refuse("no answer to Maker's moves " + listed(unanswered));
        return zone;
    }

    Cells reference(Cells maker, Cells breaker) {
        const std::uint64_t number = body_.number(), which = body_.number();
        const std::vector<int>& symmetry = symmetry_of(number, held_.size(), which);
        const Held& earlier = held_[number];
        const Cells zone = image(earlier.zone, symmetry);
        if (zone & (maker | breaker)) body_.refuse("the zone of a reference is not empty here");
        std::vector<Cells> guarded;
        for (Cells line : lines_)
            if (!(line & earlier.breaker)) guarded.push_back(image(line & earlier.zone & ~earlier.maker, symmetry));
        for (Cells line : lines_) {
            if (line & breaker) continue;
            if (std::none_of(guarded.begin(), guarded.end(), [&](Cells part) { return (part & ~line) == 0; }))
                body_.refuse("a reference does not guard the line " + listed(line));
        }
        return zone;
    }

    // ── the same in the strong game: a line of Breaker's ends the game, so his threats must be met ──

    void guard(Cells maker, Cells breaker) {
        const std::uint8_t kind = body_.byte();
        if (kind == same_guard_node) {
            require_same(guarded_, maker, breaker);
            return;
        }
        if (kind != guard_node) {
            hold(kind, maker, breaker);
            return;
        }
        count();
        if (completing(maker, breaker)) body_.refuse("Maker completes a line");
        const Cells taken = maker | breaker;
        Cells unanswered = everything_ & ~taken;
        for (std::uint8_t move = body_.byte(); move != end_mark; move = body_.byte()) {
            const Cells stone = cell_of(move, taken);
            const Cells reply = empty_cell(taken | stone);
            guard(maker | stone, breaker | reply);
            unanswered &= ~stone;
        }
        for (; unanswered; unanswered &= unanswered - 1) {
            const Cells stone = unanswered & -unanswered;
            if (!completing(breaker, maker | stone) && (taken | stone) != everything_)
                body_.refuse("no answer to Maker's move " + std::to_string(std::countr_zero(stone)));
        }
        guarded_.push_back({maker, breaker});
    }

    void require_same(const std::vector<Stones>& earlier, Cells mine, Cells theirs) {
        const std::uint64_t number = body_.number(), which = body_.number();
        const std::vector<int>& symmetry = symmetry_of(number, earlier.size(), which);
        if (image(earlier[number].mine, symmetry) != mine || image(earlier[number].theirs, symmetry) != theirs)
            body_.refuse("a reference to another position");
    }

    // ── one side completes a line whatever the other does ──

    Cells completing(Cells mine, Cells theirs) const {
        Cells found = 0;
        for (Cells line : lines_) {
            if (line & theirs) continue;
            const Cells missing = line & ~mine;
            if ((missing & (missing - 1)) == 0) found |= missing;
        }
        return found;
    }

    std::vector<Cells> sequence() {
        std::vector<Cells> moves;
        for (int left = body_.byte(); left > 0; --left) moves.push_back(empty_cell(0));
        return moves;
    }

    bool wins_by(const std::vector<Cells>& sequence, Cells mine, Cells theirs) const {
        for (Cells move : sequence) {
            if (move & (mine | theirs)) return false;
            if (move & completing(mine, theirs)) return true;
            mine |= move;
            const Cells threats = completing(mine, theirs);
            if (!threats || completing(theirs, mine)) return false;
            if (threats & (threats - 1)) return true;
            theirs |= threats;
        }
        return false;
    }

    void attack(Cells mine, Cells theirs) {
        count();
        switch (const std::uint8_t kind = body_.byte()) {
            case sequence_node:
                if (!wins_by(sequence(), mine, theirs)) body_.refuse("a threat sequence does not win");
                return;
            case attack_node: defence(mine | empty_cell(mine | theirs), theirs); return;
            default: body_.refuse(std::to_string(kind) + " is no kind of attack");
        }
    }

    void defence(Cells mine, Cells theirs) {
        count();
        const std::uint8_t kind = body_.byte();
        if (kind == same_defence_node) {
            require_same(defended_, mine, theirs);
            return;
        }
        if (kind != defence_node) body_.refuse(std::to_string(kind) + " is no kind of defence");
        for (Cells line : lines_)
            if ((line & ~mine) == 0) body_.refuse("the attacker has won already; a threat sequence should say so");
        Cells unanswered = everything_ & ~(mine | theirs);
        if (!unanswered || completing(theirs, mine)) body_.refuse("the defender completes a line, or the board is full");
        std::vector<std::vector<Cells>> sequences;
        for (int left = body_.byte(); left > 0; --left) sequences.push_back(sequence());
        for (std::uint8_t move = body_.byte(); move != end_mark; move = body_.byte()) {
            const Cells stone = cell_of(move, mine | theirs);
            attack(mine, theirs | stone);
            unanswered &= ~stone;
        }
        for (; unanswered; unanswered &= unanswered - 1) {
            const Cells stone = unanswered & -unanswered;
            if (std::none_of(sequences.begin(), sequences.end(), [&](const auto& it) { return wins_by(it, mine, theirs | stone); }))
                body_.refuse("no answer to the defender's move " + std::to_string(std::countr_zero(stone)));
        }
        defended_.push_back({mine, theirs});
    }

    Body body_;
    Cells everything_ = 0;
    std::vector<Cells> lines_;
    std::vector<std::vector<int>> symmetries_;
    std::vector<Held> held_;
    std::vector<Stones> guarded_, defended_;
    std::uint64_t nodes_ = 0;
};

}  // namespace noughts::check

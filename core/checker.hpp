// The compiled checker of certificates. It shares no code with the provers: it computes lines from the shape of the
// board, keeps its own books, and follows docs/certificates.md, as proofs/checker.py does in Python.
//
// Demands: nothing; header and body may be anything. Promises: `check` returns only if the claim of the header is true.
// Otherwise NotACertificate or Refused is thrown, without undefined behaviour and in memory bounded by the body's size.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "certificate_header.hpp"

namespace noughts::check {

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
            if (part == 0 && shift > 0) refuse("a number could be shorter");
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

// The stones of a side, and the empty cells with which it would complete a line.
struct Side {
    Cells stones = 0, wins = 0;
    bool has_line = false;
};

// `mine` is the side that the part is about: Maker, or the attacker.
struct Board {
    Side mine, theirs;

    Cells taken() const { return mine.stones | theirs.stones; }
};

class Checker {
public:
    Checker(std::string_view header, std::function<std::string()> more)
        : header_(HeaderReader(header).read()), body_(std::move(more)) {
        const int count = header_.cells();
        everything_ = count == 64 ? ~Cells{0} : (Cells{1} << count) - 1;
        find_lines();
        for (const auto& symmetry : header_.symmetries) require_symmetry(symmetry);
    }

    // All parts, and that nothing follows.
    void check() {
        require_claim();
        for (const Part& part : header_.parts) {
            hold_nodes_.clear();
            strong_nodes_.clear();
            const Board board = start(part.side);
            const bool moves = part.side == header_.mover;
            switch (part.kind) {
                case Kind::hold: start_hold(board, moves); break;
                case Kind::guard: start_guard(board, moves); break;
                case Kind::win: moves ? attack(board) : defence(board); break;
            }
        }
        if (!body_.at_end()) body_.refuse("something follows after the proof");
    }

    const Header& header() const { return header_; }
    std::uint64_t nodes() const { return nodes_; }

    std::function<void(std::uint64_t)> watch;  // called with the number of nodes now and then; may throw

private:
    enum : std::uint8_t { pairing_node = 0x01, strategy_node = 0x02, reference_node = 0x03 };
    enum : std::uint8_t { guard_node = 0x04, same_guard_node = 0x05 };
    enum : std::uint8_t { sequence_node = 0x11, attack_node = 0x12, defence_node = 0x21, same_defence_node = 0x22 };
    enum : std::uint8_t { end_mark = 0xFE, pass_mark = 0xFF };

    struct HoldNode {
        Cells maker, breaker, zone;
    };
    struct Stones {
        Cells mine, theirs;
    };

    void find_lines() {
        const std::vector<int>& shape = header_.shape;
        const int dimensions = static_cast<int>(shape.size());
        int steps = 1;
        for (int i = 0; i < dimensions; ++i) steps *= 3;
        const int cells = std::popcount(everything_);
        std::set<Cells> lines;
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
                for (int n = 0; n < header_.length && inside; ++n) {
                    int number = 0;
                    for (int i = 0; i < dimensions; ++i) {
                        const int at = place[i] + n * by[i];
                        inside = inside && at >= 0 && at < shape[i];
                        number = number * shape[i] + at;
                    }
                    if (inside) line |= Cells{1} << number;
                }
                if (inside) lines.insert(line);
            }
        lines_.assign(lines.begin(), lines.end());
        through_.resize(cells);
        for (Cells line : lines_)
            for (Cells left = line; left; left &= left - 1) through_[std::countr_zero(left)].push_back(line);
    }

    void require_symmetry(const std::vector<int>& symmetry) const {
        Cells reached = 0;
        for (int cell : symmetry)
            if (cell < 64) reached |= Cells{1} << cell;
        if (symmetry.size() != through_.size() || reached != everything_)
            throw NotACertificate("a symmetry is not a permutation of the cells");
        std::vector<Cells> images;
        for (Cells line : lines_) images.push_back(image(line, symmetry));
        std::sort(images.begin(), images.end());
        if (images != lines_) throw NotACertificate("a symmetry does not carry lines to lines");
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

    // The game goes on in the position, and the parts make the result.
    void require_claim() const {
        for (Cells line : lines_)
            if ((line & ~header_.x) == 0 || (line & ~header_.o) == 0)
                throw Refused("a line is complete in the position, so there is nothing to prove");
        if ((header_.x | header_.o) == everything_)
            throw Refused("the board is full in the position, so there is nothing to prove");
        const char mover = header_.mover, other = mover == 'X' ? 'O' : 'X';
        const std::vector<Part>& parts = header_.parts;
        bool proves = true;
        if (header_.result == Outcome::draw) {
            // On the empty board the first side cannot lose, so it is enough that it is held.
            const bool is_empty = (header_.x | header_.o) == 0;
            proves = parts[0].side == mover && (parts.size() == 2 ? parts[1].side == other : is_empty);
            for (const Part& part : parts) proves = proves && part.kind != Kind::win;
        } else {
            const char winner = header_.result == Outcome::win ? mover : other;
            proves = parts.size() == 1 && parts[0].kind == Kind::win && parts[0].side == winner;
        }
        if (!proves) throw Refused("the parts do not prove that the result is a " + header_.result_name);
    }

    Board start(char side) const {
        Board board;
        board.mine.stones = side == 'X' ? header_.x : header_.o;
        board.theirs.stones = side == 'X' ? header_.o : header_.x;
        for (Cells line : lines_) {
            note_win(line, board.mine, board.theirs);
            note_win(line, board.theirs, board.mine);
        }
        return board;
    }

    static void note_win(Cells line, Side& side, const Side& other) {
        const Cells missing = line & ~side.stones;
        if ((line & other.stones) == 0 && std::has_single_bit(missing)) side.wins |= missing;
    }

    // A stone can make winning cells on lines through it alone, and a winning cell stays one until it is taken: a line
    // that lacks one cell has no stone of the other side's, and nothing but that cell can be taken on it.
    void place(Cells stone, Side& side, Side& other) const {
        side.has_line = side.has_line || (side.wins & stone);
        side.stones |= stone;
        side.wins &= ~stone;
        other.wins &= ~stone;
        for (Cells line : through_[std::countr_zero(stone)]) note_win(line, side, other);
    }

    static bool has_two(Cells cells) { return (cells & (cells - 1)) != 0; }

    void count() {
        if ((++nodes_ & 4095) == 0 && watch) watch(nodes_);
    }

    // The first byte of a node.
    std::uint8_t kind() {
        count();
        return body_.byte();
    }

    // Calls `each` with every move of a list, a pass being 0; it reads what belongs to the move.
    template <class Each>
    void moves(Cells taken, bool passes, Each each) {
        Cells listed = 0;
        bool passed = false;
        for (std::uint8_t move = body_.byte(); move != end_mark; move = body_.byte()) {
            const bool is_pass = passes && move == pass_mark;
            const Cells stone = is_pass ? 0 : cell_of(move, taken);
            if ((stone & listed) || (is_pass && passed))
                body_.refuse("the move " + std::to_string(move) + " is listed twice");
            listed |= stone;
            passed = passed || is_pass;
            each(stone);
        }
    }

    Cells cell_of(std::uint8_t number, Cells taken) {
        if (number > 63 || !(everything_ >> number & 1) || (taken >> number & 1))
            body_.refuse("cell " + std::to_string(number) + " is not an empty cell");
        return Cells{1} << number;
    }
    Cells empty_cell(Cells taken) { return cell_of(body_.byte(), taken); }

    const std::vector<int>& symmetry_of(std::uint64_t number, std::size_t nodes, std::uint64_t symmetry) {
        if (number >= nodes || symmetry >= header_.symmetries.size())
            body_.refuse("a reference to a node or a symmetry that is not there");
        return header_.symmetries[symmetry];
    }

    // ── one side is kept from completing a line ──

    void start_hold(Board board, bool maker_moves) {
        if (!maker_moves) board.theirs.stones |= empty_cell(board.taken());
        hold(kind(), board.mine.stones, board.theirs.stones);
    }

    // Maker is to move and is stopped. The result is the zone: Breaker needs no cell outside it.
    Cells hold(std::uint8_t kind, Cells maker, Cells breaker) {
        Cells zone = 0;
        switch (kind) {
            case pairing_node: zone = pairing(maker, breaker); break;
            case strategy_node: zone = strategy(maker, breaker); break;
            case reference_node: return reference(maker, breaker);
            default: body_.refuse(std::to_string(kind) + " is no kind of node");
        }
        hold_nodes_.push_back({maker, breaker, zone});
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
        moves(taken, true, [&](Cells stone) {
            const Cells reply = empty_cell(taken | stone);
            const Cells its_zone = hold(kind(), maker | stone, breaker | reply) | reply;
            zone |= its_zone;
            unanswered &= its_zone & ~stone;
            any_answer = true;
        });
        if (unanswered || !any_answer) body_.refuse("no answer to Maker's moves " + listed(unanswered));
        return zone;
    }

    Cells reference(Cells maker, Cells breaker) {
        const std::uint64_t number = body_.number(), which = body_.number();
        const std::vector<int>& symmetry = symmetry_of(number, hold_nodes_.size(), which);
        const HoldNode& earlier = hold_nodes_[number];
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

    void start_guard(Board board, bool maker_moves) {
        if (!maker_moves) {
            place(empty_cell(board.taken()), board.theirs, board.mine);
            if (board.theirs.has_line) return;
        }
        guard(board);
    }

    void guard(const Board& board) {
        const std::uint8_t node = kind();
        if (node == same_guard_node) return require_same(board);
        if (node != guard_node) {
            hold(node, board.mine.stones, board.theirs.stones);
            return;
        }
        if (board.mine.wins) body_.refuse("Maker completes a line");
        const Cells taken = board.taken();
        Cells unanswered = everything_ & ~taken;
        moves(taken, false, [&](Cells stone) {
            const Cells reply = empty_cell(taken | stone);
            Board after = board;
            place(stone, after.mine, after.theirs);
            place(reply, after.theirs, after.mine);
            if (after.theirs.has_line) body_.refuse("a reply completes a line, so the move should not be listed");
            guard(after);
            unanswered &= ~stone;
        });
        for (; unanswered; unanswered &= unanswered - 1) {
            const Cells stone = unanswered & -unanswered;
            if (!(board.theirs.wins & ~stone) && (taken | stone) != everything_)
                body_.refuse("no answer to Maker's move " + std::to_string(std::countr_zero(stone)));
        }
        strong_nodes_.push_back({board.mine.stones, board.theirs.stones});
    }

    void require_same(const Board& board) {
        const std::uint64_t number = body_.number(), which = body_.number();
        const std::vector<int>& symmetry = symmetry_of(number, strong_nodes_.size(), which);
        const Stones& earlier = strong_nodes_[number];
        if (image(earlier.mine, symmetry) != board.mine.stones ||
            image(earlier.theirs, symmetry) != board.theirs.stones)
            body_.refuse("a reference to another position");
    }

    // ── one side completes a line whatever the other does ──

    std::vector<Cells> sequence() {
        std::vector<Cells> moves;
        for (int left = body_.byte(); left > 0; --left) moves.push_back(empty_cell(0));
        return moves;
    }

    bool wins_by(const std::vector<Cells>& sequence, Board board) const {
        for (Cells move : sequence) {
            if (move & board.taken()) return false;
            place(move, board.mine, board.theirs);
            if (board.mine.has_line) return true;
            const Cells threats = board.mine.wins;
            if (!threats || board.theirs.wins) return false;
            if (has_two(threats)) return true;
            place(threats, board.theirs, board.mine);
        }
        return false;
    }

    void attack(const Board& board) {
        switch (const std::uint8_t node = kind()) {
            case sequence_node:
                if (!wins_by(sequence(), board)) body_.refuse("a threat sequence does not win");
                return;
            case attack_node: {
                Board after = board;
                place(empty_cell(board.taken()), after.mine, after.theirs);
                return defence(after);
            }
            default: body_.refuse(std::to_string(node) + " is no kind of attack");
        }
    }

    void defence(const Board& board) {
        const std::uint8_t node = kind();
        if (node == same_defence_node) return require_same(board);
        if (node != defence_node) body_.refuse(std::to_string(node) + " is no kind of defence");
        if (board.mine.has_line) body_.refuse("the attacker has won already; a threat sequence should say so");
        Cells unanswered = everything_ & ~board.taken();
        if (!unanswered || board.theirs.wins) body_.refuse("the defender completes a line, or the board is full");
        std::vector<std::vector<Cells>> sequences;
        for (int left = body_.byte(); left > 0; --left) sequences.push_back(sequence());
        moves(board.taken(), false, [&](Cells stone) {
            attack(after_defence(board, stone));
            unanswered &= ~stone;
        });
        for (; unanswered; unanswered &= unanswered - 1) {
            const Cells stone = unanswered & -unanswered;
            const Board after = after_defence(board, stone);
            if (std::none_of(sequences.begin(), sequences.end(), [&](const auto& it) { return wins_by(it, after); }))
                body_.refuse("no answer to the defender's move " + std::to_string(std::countr_zero(stone)));
        }
        strong_nodes_.push_back({board.mine.stones, board.theirs.stones});
    }

    Board after_defence(Board board, Cells stone) const {
        place(stone, board.theirs, board.mine);
        return board;
    }

    Header header_;
    Body body_;
    Cells everything_ = 0;
    std::vector<Cells> lines_;
    std::vector<std::vector<Cells>> through_;  // for each cell, the lines that contain it
    std::vector<HoldNode> hold_nodes_;
    std::vector<Stones> strong_nodes_;  // of a guard or a win
    std::uint64_t nodes_ = 0;
};

}  // namespace noughts::check

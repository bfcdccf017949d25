// The rows of a strong table as text or as columns, a chunk at a time.
//
// Demands: names that have been checked against the rules of the table. Promises: rows in the order in which they are
// added, and names of at most 16 characters, or std::invalid_argument.
#pragma once

#include <string>

#include "strong.hpp"

namespace noughts {

// A few characters that are copied sixteen at a time, whatever their number: quicker than a loop over them.
class Piece {
public:
    static constexpr std::size_t room = 16;

    explicit Piece(const std::string& text) : length_(text.size()) {
        if (length_ > room) throw std::invalid_argument("a name is longer than 16 characters");
        std::copy(text.begin(), text.end(), text_.begin());
    }

    // Writes to `at`, where there must be 16 free bytes, and returns what follows.
    char* write(char* at) const {
        std::copy(text_.begin(), text_.end(), at);
        return at + length_;
    }

private:
    std::array<char, room> text_{};
    std::size_t length_;
};

// How a game writes its positions and moves, every part of it prepared.
class Notation {
public:
    // symbols     of the empty cell and of each mark, in the order of digits
    // separators  what follows each cell: nothing, "/" or "//", after the last " "
    // places      of the cells: "2 2"
    // with_mark   whether a move must say which mark is placed: "2 2=5"
    Notation(const std::vector<std::string>& symbols, const std::vector<std::string>& separators,
             const std::array<std::string, 2>& sides, const std::vector<std::string>& places, bool with_mark)
        : digits_(symbols.size()), cells_(separators.size()), sides_{Piece(sides[0]), Piece(sides[1])} {
        if (places.size() != cells_) throw std::invalid_argument("there must be a place for each cell");
        for (std::size_t cell = 0; cell < cells_; ++cell)
            for (const std::string& symbol : symbols) {
                contents_.emplace_back(symbol + separators[cell]);
                moves_.emplace_back(with_mark ? places[cell] + "=" + symbol : places[cell]);
            }
    }

    void check(const Rules& rules) const {
        if (digits_ != static_cast<std::size_t>(rules.digits) || cells_ != static_cast<std::size_t>(rules.cells))
            throw std::invalid_argument("the names do not match the game");
    }

    void write_position(std::string& out, const Rules& rules, const StrongTable::Row& row) const {
        std::array<char, (max_cells + 1) * Piece::room> text;
        char* end = text.data();
        for (std::size_t cell = 0; cell < cells_; ++cell)
            end = contents_[cell * digits_ + rules.digit[row.board[cell]]].write(end);
        end = sides_[row.side].write(end);
        out.append(text.data(), end);
    }

    void write_move(std::string& out, const Rules& rules, Move move) const {
        std::array<char, Piece::room> text;
        out.append(text.data(), moves_[move.cell * digits_ + rules.digit[move.mark]].write(text.data()));
    }

private:
    std::size_t digits_;
    std::size_t cells_;
    std::array<Piece, 2> sides_;
    std::vector<Piece> contents_;  // by cell and digit, with the separator that follows the cell
    std::vector<Piece> moves_;     // by cell and digit
};

inline const char* result_name(Score score) { return score > 0 ? "win" : score < 0 ? "loss" : "draw"; }

enum class Format { csv, json_lines };

// Appends one line of text: nothing in it needs quoting, because no name holds a comma, a quote or a backslash.
inline void write_text(std::string& out, Format format, const Notation& names, const Rules& rules,
                       const StrongTable::Row& row) {
    const bool json = format == Format::json_lines;
    out += json ? "{\"position\": \"" : "";
    names.write_position(out, rules, row);
    out += json ? "\", \"result\": \"" : ",";
    out += result_name(row.score);
    out += json ? "\", \"distance\": " : ",";
    out += std::to_string(row.distance);
    out += json ? ", \"best\": [" : ",";
    for (std::size_t i = 0; i < row.best.size(); ++i) {
        if (i) out += json ? ", " : ";";
        if (json) out += '"';
        names.write_move(out, rules, row.best[i]);
        if (json) out += '"';
    }
    out += json ? "]}\n" : "\n";
}

// Columns in the memory layout of Arrow: text as offsets and bytes, lists as offsets into the texts.
struct Columns {
    std::vector<std::int32_t> position_offsets{0};
    std::string positions;
    std::vector<std::int8_t> results;  // 0 loss, 1 draw, 2 win
    std::vector<std::int8_t> distances;
    std::vector<std::int32_t> best_lists{0};
    std::vector<std::int32_t> best_offsets{0};
    std::string best;

    std::size_t size() const { return results.size(); }

    void reserve(std::size_t rows) {
        position_offsets.reserve(rows + 1);
        positions.reserve(rows * 16);
        results.reserve(rows);
        distances.reserve(rows);
        best_lists.reserve(rows + 1);
        best_offsets.reserve(rows * 4);
        best.reserve(rows * 16);
    }

    void add(const Notation& names, const Rules& rules, const StrongTable::Row& row) {
        names.write_position(positions, rules, row);
        position_offsets.push_back(static_cast<std::int32_t>(positions.size()));
        results.push_back(static_cast<std::int8_t>((row.score > 0) - (row.score < 0) + 1));
        distances.push_back(static_cast<std::int8_t>(row.distance));
        for (Move move : row.best) {
            names.write_move(best, rules, move);
            best_offsets.push_back(static_cast<std::int32_t>(best.size()));
        }
        best_lists.push_back(static_cast<std::int32_t>(best_offsets.size() - 1));
    }
};

}  // namespace noughts

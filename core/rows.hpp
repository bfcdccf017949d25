// The rows of a strong table as text or as columns, a chunk at a time.
#pragma once

#include <string>

#include "strong.hpp"

namespace noughts {

// How a game writes its positions and moves.
struct Names {
    std::vector<std::string> symbols;     // of the empty cell and of each mark, in the order of digits
    std::vector<std::string> separators;  // what follows each cell: nothing, "/" or "//", after the last " "
    std::array<std::string, 2> sides;
    std::vector<std::string> places;  // of the cells: "2 2"
    bool with_mark;                   // whether a move must say which mark is placed: "2 2=5"

    void check(const Rules& rules) const {
        const auto cells = static_cast<std::size_t>(rules.cells);
        if (symbols.size() != static_cast<std::size_t>(rules.digits) || separators.size() != cells || places.size() != cells)
            throw std::invalid_argument("the names do not match the game");
    }

    void write_position(std::string& out, const Rules& rules, const StrongTable::Row& row) const {
        for (int cell = 0; cell < rules.cells; ++cell) {
            out += symbols[rules.digit[row.board[cell]]];
            out += separators[cell];
        }
        out += sides[row.side];
    }

    void write_move(std::string& out, const Rules& rules, Move move) const {
        out += places[move.cell];
        if (with_mark) {
            out += '=';
            out += symbols[rules.digit[move.mark]];
        }
    }
};

inline const char* result_name(Score score) { return score > 0 ? "win" : score < 0 ? "loss" : "draw"; }

enum class Format { csv, json_lines };

// Appends one line of text: nothing in it needs quoting, because no name holds a comma, a quote or a backslash.
inline void write_text(std::string& out, Format format, const Names& names, const Rules& rules, const StrongTable::Row& row) {
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
    std::vector<std::int8_t> results;    // 0 loss, 1 draw, 2 win
    std::vector<std::int8_t> distances;
    std::vector<std::int32_t> best_lists{0};
    std::vector<std::int32_t> best_offsets{0};
    std::string best;

    std::size_t size() const { return results.size(); }

    void add(const Names& names, const Rules& rules, const StrongTable::Row& row) {
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

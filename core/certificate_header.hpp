// The header of a certificate, read character by character: docs/certificates.md allows one way to write it.
// Nothing is computed here that costs more than reading, and no list grows beyond what a board can need.
//
// Demands: nothing; the text may be anything. Promises: a header of the one form allowed, with stones on the board, or
// NotACertificate is thrown. Symmetries are lists of the right length at most: the checker looks at what they do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace noughts::check {

using Cells = std::uint64_t;

// The file is damaged, or something else altogether.
struct NotACertificate : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Kind { hold, guard, win };
enum class Outcome { win, draw, loss };

struct Part {
    Kind kind;
    char side;
};

struct Header {
    std::vector<int> shape;
    int length = 0;
    std::string position;  // as it is written
    Cells x = 0, o = 0;
    char mover = 0;
    Outcome result = Outcome::draw;
    std::string result_name;
    std::vector<Part> parts;
    std::vector<std::vector<int>> symmetries;  // lists of numbers as yet

    int cells() const {
        int count = 1;
        for (int size : shape) count *= size;
        return count;
    }
};

class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : text_(text) {}

    Header read() {
        expect("{\"game\":\"");
        skip_name();
        expect("\",\"shape\":");
        read_shape();
        expect(",\"length\":");
        read_length();
        expect(",\"position\":\"");
        read_position();
        expect("\",\"result\":\"");
        read_result();
        expect("\",\"parts\":[");
        read_parts();
        expect("],\"symmetries\":[");
        read_symmetries();
        expect("]}");
        if (at_ != text_.size()) fail("the end");
        return std::move(header_);
    }

private:
    static constexpr int longest_name = 200, most_cells = 64, most_symmetries = 2048;

    [[noreturn]] void fail(const std::string& expected) const {
        throw NotACertificate("character " + std::to_string(at_ + 1) + " of the header: expected " + expected);
    }

    bool next_is(std::string_view expected) const { return text_.substr(at_, expected.size()) == expected; }

    bool take(std::string_view expected) {
        if (!next_is(expected)) return false;
        at_ += expected.size();
        return true;
    }

    void expect(std::string_view expected) {
        if (!take(expected)) fail(std::string(expected));
    }

    bool next_is_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }

    // One digit, or two of which the first is not 0. A third is an error where something else is expected.
    int number() {
        if (!next_is_digit()) fail("a number");
        int value = text_[at_++] - '0';
        if (value != 0 && next_is_digit()) value = 10 * value + (text_[at_++] - '0');
        return value;
    }

    std::vector<int> list(int most) {
        std::vector<int> numbers;
        expect("[");
        do {
            if (static_cast<int>(numbers.size()) == most) fail("at most " + std::to_string(most) + " numbers");
            numbers.push_back(number());
        } while (take(","));
        expect("]");
        return numbers;
    }

    // The name is for people.
    void skip_name() {
        for (int length = 0; at_ < text_.size() && text_[at_] != '"'; ++length, ++at_) {
            const bool is_allowed = text_[at_] >= ' ' && text_[at_] <= '~' && text_[at_] != '\\';
            if (!is_allowed || length == longest_name)
                fail("a name of at most 200 characters from space to ~, without \\");
        }
    }

    void read_shape() {
        header_.shape = list(3);
        for (int size : header_.shape)
            if (size == 0) fail("sizes of at least 1");
        // Three sizes of at most 99 cannot overflow.
        if (header_.shape.size() < 2 || header_.cells() > most_cells)
            fail("two or three sizes, together at most 64 cells");
    }

    void read_length() {
        header_.length = number();
        int largest = 0;
        for (int size : header_.shape) largest = size > largest ? size : largest;
        if (header_.length < 1 || header_.length > largest) fail("a length from 1 to " + std::to_string(largest));
    }

    void read_position() {
        const std::size_t begin = at_;
        const int columns = header_.shape.back(), layer = columns * header_.shape[header_.shape.size() - 2];
        for (int cell = 0; cell < header_.cells(); ++cell) {
            if (cell != 0 && cell % columns == 0) expect(cell % layer == 0 ? "//" : "/");
            if (take("X")) {
                header_.x |= Cells{1} << cell;
            } else if (take("O")) {
                header_.o |= Cells{1} << cell;
            } else if (!take("_")) {
                fail("X, O or _");
            }
        }
        expect(" ");
        header_.mover = side();
        header_.position = text_.substr(begin, at_ - begin);
    }

    char side() {
        if (!next_is("X") && !next_is("O")) fail("X or O");
        return text_[at_++];
    }

    void read_result() {
        const std::size_t begin = at_;
        if (take("win")) {
            header_.result = Outcome::win;
        } else if (take("draw")) {
            header_.result = Outcome::draw;
        } else if (take("loss")) {
            header_.result = Outcome::loss;
        } else {
            fail("win, draw or loss");
        }
        header_.result_name = text_.substr(begin, at_ - begin);
    }

    void read_parts() {
        header_.parts.push_back(part());
        if (take(",")) header_.parts.push_back(part());
    }

    Part part() {
        Part part{};
        expect("{\"kind\":\"");
        if (take("hold")) {
            part.kind = Kind::hold;
        } else if (take("guard")) {
            part.kind = Kind::guard;
        } else if (take("win")) {
            part.kind = Kind::win;
        } else {
            fail("hold, guard or win");
        }
        expect("\",\"side\":\"");
        part.side = side();
        expect("\"}");
        return part;
    }

    void read_symmetries() {
        if (next_is("]")) return;
        do {
            if (header_.symmetries.size() == most_symmetries) fail("at most 2048 symmetries");
            header_.symmetries.push_back(list(header_.cells()));
        } while (take(","));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Header header_;
};

}  // namespace noughts::check

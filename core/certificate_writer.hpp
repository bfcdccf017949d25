// Writes the body of a certificate, piece by piece: the grammar is in docs/certificates.md.
//
// Demands: calls in the order of the grammar, cells that are on the board. Promises: all bytes have gone to the sink
// after `flush`.
#pragma once

#include <functional>
#include <string>

#include "guard.hpp"
#include "hold.hpp"
#include "win.hpp"

namespace noughts {

class CertificateWriter : public HoldSink, public GuardSink, public WinSink {
public:
    // `sink` takes pieces of about a megabyte.
    explicit CertificateWriter(std::function<void(const std::string&)> sink) : sink_(std::move(sink)) {}

    // ── a side is kept from completing a line ──
    void pairing(const std::vector<Pair>& pairs) override {
        byte(0x01);
        byte(static_cast<int>(pairs.size()));
        for (Pair pair : pairs) {
            byte(pair.one);
            byte(pair.other);
        }
    }
    void strategy() override { byte(0x02); }
    void answer(int maker_move, int reply) override {
        byte(maker_move < 0 ? 0xFF : maker_move);
        byte(reply);
    }
    void first_move(int cell) override { byte(cell); }
    void end_of_strategy() override { byte(0xFE); }
    void reference(std::uint64_t node, int symmetry) override {
        byte(0x03);
        number(node);
        number(static_cast<std::uint64_t>(symmetry));
    }

    void guard() override { byte(0x04); }
    void same_guard(std::uint64_t node, int symmetry) override {
        byte(0x05);
        number(node);
        number(static_cast<std::uint64_t>(symmetry));
    }

    // ── a side completes a line ──
    void sequence(const Sequence& moves) override {
        byte(0x11);
        moves_of(moves);
    }
    void attack(int cell) override {
        byte(0x12);
        byte(cell);
    }
    void defence(const std::vector<Sequence>& sequences) override {
        byte(0x21);
        byte(static_cast<int>(sequences.size()));
        for (const Sequence& sequence : sequences) moves_of(sequence);
    }
    void answer(int defender_move) override { byte(defender_move); }
    void end_of_defence() override { byte(0xFE); }
    void same_defence(std::uint64_t node, int symmetry) override {
        byte(0x22);
        number(node);
        number(static_cast<std::uint64_t>(symmetry));
    }

    void flush() {
        if (!piece_.empty()) sink_(piece_);
        piece_.clear();
    }

private:
    void byte(int value) {
        assert(value >= 0 && value < 256);
        piece_.push_back(static_cast<char>(value));
        if (piece_.size() >= 1 << 20) flush();
    }
    void number(std::uint64_t value) {
        for (; value >= 128; value >>= 7) byte(static_cast<int>(value & 127) | 128);
        byte(static_cast<int>(value));
    }
    void moves_of(const Sequence& moves) {
        byte(static_cast<int>(moves.size()));
        for (int move : moves) byte(move);
    }

    std::function<void(const std::string&)> sink_;
    std::string piece_;
};

}  // namespace noughts

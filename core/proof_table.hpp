// What depth-first proof-number search remembers, shared by threads. It grows to its limit; then everything is
// forgotten but what a search has proved, which costs time and never the truth.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace noughts {

// Thrown where what searches have proved alone does not fit into the memory allowed.
struct OutOfMemory {};

inline constexpr std::uint32_t no_hope = 1u << 30;  // the proof number of what is disproved, and the other way round

struct ProofEntry {
    std::uint64_t key = 0;  // 0 where the place is free
    Cells open = 0;         // opponent moves not yet refuted
    Cells zone = 0;         // where the refutations found so far play
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
    std::uint8_t reply = 0;  // at a prover's node that is proved: the move
    bool at_sight = false;   // proved when the node was made, without a search: it can be done again at any time

    bool proved() const { return proof == 0; }
    bool proved_by_search() const { return proved() && !at_sight; }
    bool disproved() const { return disproof == 0; }
};

// One part of the table, behind a lock of its own.
class ProofShelf {
public:
    explicit ProofShelf(std::size_t memory) : limit_(memory / sizeof(ProofEntry)) { places_.resize(1 << 6); }

    std::optional<ProofEntry> find(std::uint64_t key) const {
        const std::lock_guard lock(mutex_);
        const ProofEntry& place = places_[place_of(key)];
        return place.key == key ? std::optional(place) : std::nullopt;
    }

    // What is proved stays: another thread may have been quicker. Returns whether a search has proved something new.
    bool store(const ProofEntry& entry) {
        const std::lock_guard lock(mutex_);
        ProofEntry& place = places_[place_of(entry.key)];
        const bool is_new = place.key == 0;
        if (!is_new && place.proved()) return false;
        place = entry;
        if (is_new && ++used_ * 4 > places_.size() * 3) make_room();
        return entry.proved_by_search();
    }

    // Keeps what is proved as if a search had proved it, and returns it.
    std::optional<ProofEntry> keep(std::uint64_t key) {
        const std::lock_guard lock(mutex_);
        ProofEntry& place = places_[place_of(key)];
        if (place.key != key || !place.proved()) return std::nullopt;
        place.at_sight = false;
        return place;
    }

    std::size_t bytes() const {
        const std::lock_guard lock(mutex_);
        return places_.size() * sizeof(ProofEntry);
    }

private:
    // Where the key is, or would be. The lowest bits have chosen the shelf.
    std::size_t place_of(std::uint64_t key) const {
        const std::size_t mask = places_.size() - 1;
        std::size_t at = (key >> 8) & mask;
        while (places_[at].key != 0 && places_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    void make_room() {
        // While the old places are copied both are there, but that is of one shelf among many.
        const bool grows = places_.size() * 2 <= limit_;
        std::vector<ProofEntry> old(grows ? places_.size() * 2 : places_.size());
        old.swap(places_);
        used_ = 0;
        for (const ProofEntry& entry : old) {
            if (entry.key == 0 || (!grows && !entry.proved_by_search())) continue;
            places_[place_of(entry.key)] = entry;
            ++used_;
        }
        if (!grows && used_ * 3 > places_.size() * 2) throw OutOfMemory{};
    }

    std::size_t limit_;
    std::vector<ProofEntry> places_;
    std::size_t used_ = 0;
    mutable std::mutex mutex_;
};

class ProofTable {
public:
    explicit ProofTable(std::size_t memory) {
        for (auto& shelf : shelves_) shelf.emplace(memory / shelves_.size());
    }

    std::optional<ProofEntry> find(std::uint64_t key) const { return shelf_of(key).find(key); }

    bool is_proved(std::uint64_t key) const {
        const std::optional<ProofEntry> known = find(key);
        return known && known->proved();
    }

    void store(const ProofEntry& entry) {
        if (shelf_of(entry.key).store(entry)) tell(entry);
    }

    // Whoever asked about this position is told that it is proved, however and whenever that was found out.
    void tell(std::uint64_t key) {
        if (const auto proved = shelf_of(key).keep(key)) tell(*proved);
    }

    // The news of one position; nothing if it is not proved.
    std::string record(std::uint64_t key) const {
        const auto known = find(key);
        return known && known->proved() ? record_of(*known) : std::string();
    }

    // What searches have proved since the last call, for a table elsewhere to take in: 17 bytes an entry, which are the key
    // and the zone, lowest bytes first, and the reply.
    std::string take_news() {
        const std::lock_guard lock(news_mutex_);
        keeps_news_ = true;
        return std::exchange(news_, {});
    }

    // What is taken in is told again if it is to be passed on.
    void take_in(std::string_view news, bool pass_on) {
        if (news.size() % news_size) throw std::invalid_argument("news of proofs are cut short");
        const auto number = [&](std::size_t at) {
            std::uint64_t found = 0;
            for (int byte = 0; byte < 8; ++byte) found |= std::uint64_t{static_cast<unsigned char>(news[at + byte])} << 8 * byte;
            return found;
        };
        for (std::size_t at = 0; at < news.size(); at += news_size) {
            ProofEntry entry;
            entry.key = number(at);
            entry.zone = number(at + 8);
            entry.reply = static_cast<std::uint8_t>(news[at + 16]);
            entry.proof = 0;
            entry.disproof = no_hope;
            if (entry.key == 0 || entry.reply > max_cells) throw std::invalid_argument("news of proofs make no sense");
            if (pass_on) {
                store(entry);
            } else {
                shelf_of(entry.key).store(entry);
            }
        }
    }

    std::size_t bytes() const {
        std::size_t total = 0;
        for (const auto& shelf : shelves_) total += shelf->bytes();
        return total;
    }

private:
    static constexpr std::size_t news_size = 17;

    void tell(const ProofEntry& entry) {
        if (!keeps_news_) return;
        const std::lock_guard lock(news_mutex_);
        news_ += record_of(entry);
    }

    static std::string record_of(const ProofEntry& entry) {
        std::string record;
        for (std::uint64_t number : {entry.key, std::uint64_t{entry.zone}})
            for (int byte = 0; byte < 8; ++byte) record.push_back(static_cast<char>(number >> 8 * byte));
        record.push_back(static_cast<char>(entry.reply));
        return record;
    }

    ProofShelf& shelf_of(std::uint64_t key) { return *shelves_[key % shelves_.size()]; }
    const ProofShelf& shelf_of(std::uint64_t key) const { return *shelves_[key % shelves_.size()]; }

    std::array<std::optional<ProofShelf>, 64> shelves_;
    std::atomic<bool> keeps_news_ = false;
    std::mutex news_mutex_;
    std::string news_;
};

}  // namespace noughts

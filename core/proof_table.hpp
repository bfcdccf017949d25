// The table of depth-first proof-number search, shared by threads. It grows to its limit; then everything is forgotten
// but what a search has proved, which costs time and never the truth.
//
// Demands: keys that are not 0. Promises: what is proved stays proved until it is `forget`-ted, and what a search has
// proved stays in the table, or OutOfMemory is thrown. Updates are checked for their form alone: whoever takes them in
// believes them until a proof is written down and checked.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules.hpp"
#include "threads.hpp"

namespace noughts {

// Thrown where what searches have proved alone does not fit into the memory allowed.
struct OutOfMemory {};

// Thrown while a proof is written down, where the table calls a position proved and nothing bears that out: what a
// checkpoint or a worker said was false, or two positions share a key.
struct Gap {};

inline constexpr std::uint32_t infinity = 1u << 30;  // the proof number of what is disproved, and the other way round

struct ProofEntry {
    std::uint64_t key = 0;  // 0 where the place is free
    Cells open = 0;         // opponent moves not yet refuted
    Cells zone = 0;         // where the refutations found so far play
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
    std::uint8_t reply = 0;  // at a prover's node that is proved: the move
    bool is_static = false;  // proved when the node was made, without a search: it can be done again at any time

    bool proved() const { return proof == 0; }
    bool proved_by_search() const { return proved() && !is_static; }
    bool disproved() const { return disproof == 0; }
    bool settled() const { return proved() || disproved(); }

    void set_proved() { proof = 0, disproof = infinity; }
    void set_disproved() { proof = infinity, disproof = 0; }
};

// One part of the table, behind a lock of its own.
class ProofShard {
public:
    explicit ProofShard(std::size_t memory) : limit_(memory / sizeof(ProofEntry)) { places_.resize(smallest); }

    std::optional<ProofEntry> find(std::uint64_t key) const {
        const std::lock_guard lock(mutex_);
        const ProofEntry& place = places_[place_of(key)];
        return place.key == key ? std::optional(place) : std::nullopt;
    }

    // What is proved stays: another thread may have been quicker. Returns whether a search has proved something new.
    bool store(const ProofEntry& entry) {
        assert(entry.key != 0);
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
        place.is_static = false;
        return place;
    }

    // Removes the entry of a position, whatever it says.
    void forget(std::uint64_t key) {
        const std::lock_guard lock(mutex_);
        const std::size_t mask = places_.size() - 1;
        std::size_t hole = place_of(key);
        if (places_[hole].key != key) return;
        // The entries after it move up, as far as each may: a search for one must not end at the hole.
        for (std::size_t at = (hole + 1) & mask; places_[at].key != 0; at = (at + 1) & mask) {
            const std::size_t home = (places_[at].key >> 8) & mask;
            if (((at - home) & mask) < ((at - hole) & mask)) continue;
            places_[hole] = places_[at];
            hole = at;
        }
        places_[hole] = ProofEntry{};
        --used_;
    }

    // Hands out what searches have proved.
    template <class Take>
    void each_proved(Take take) const {
        const std::lock_guard lock(mutex_);
        for (const ProofEntry& entry : places_)
            if (entry.key != 0 && entry.proved_by_search()) take(entry);
    }

    std::size_t bytes() const {
        const std::lock_guard lock(mutex_);
        return places_.size() * sizeof(ProofEntry);
    }

    // A new limit. A shard that is larger forgets what is not proved, and stays only as large as the rest demands.
    void resize(std::size_t memory) {
        const std::lock_guard lock(mutex_);
        limit_ = memory / sizeof(ProofEntry);
        if (places_.size() <= std::max(limit_, smallest)) return;
        std::size_t proved = 0;
        for (const ProofEntry& entry : places_) proved += entry.key != 0 && entry.proved_by_search();
        std::size_t size = places_.size();
        while (size > std::max(limit_, smallest) && proved * 3 <= size) size /= 2;
        if (size < places_.size()) rebuild(size, false);
    }

private:
    // Where the key is, or would be. The lowest bits have chosen the shard.
    std::size_t place_of(std::uint64_t key) const {
        const std::size_t mask = places_.size() - 1;
        std::size_t at = (key >> 8) & mask;
        while (places_[at].key != 0 && places_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    void make_room() {
        // While the old places are copied both are there, but that is of one shard among many.
        const bool grows = places_.size() * 2 <= limit_;
        rebuild(grows ? places_.size() * 2 : places_.size(), grows);
        if (!grows && used_ * 3 > places_.size() * 2) throw OutOfMemory{};
    }

    // So many places, with all entries or with those alone that searches have proved.
    void rebuild(std::size_t size, bool with_all) {
        std::vector<ProofEntry> old(size);
        old.swap(places_);
        used_ = 0;
        for (const ProofEntry& entry : old) {
            if (entry.key == 0 || (!with_all && !entry.proved_by_search())) continue;
            places_[place_of(entry.key)] = entry;
            ++used_;
        }
    }

    static constexpr std::size_t smallest = 1 << 6;  // places

    std::size_t limit_;
    std::vector<ProofEntry> places_;
    std::size_t used_ = 0;
    mutable Mutex mutex_;
};

class ProofTable {
public:
    explicit ProofTable(std::size_t memory) {
        for (auto& shard : shards_) shard.emplace(memory / shards_.size());
    }

    std::optional<ProofEntry> find(std::uint64_t key) const { return shard_of(key).find(key); }

    bool is_proved(std::uint64_t key) const {
        const std::optional<ProofEntry> entry = find(key);
        return entry && entry->proved();
    }

    void store(const ProofEntry& entry) {
        if (shard_of(entry.key).store(entry)) publish(entry);
    }

    // Puts a position that is proved into the updates, by whatever test or search, and whenever, it was proved.
    void publish(std::uint64_t key) {
        if (const auto entry = shard_of(key).keep(key)) publish(*entry);
    }

    // The updates of one position; nothing if it is not proved.
    std::string record(std::uint64_t key) const {
        const auto entry = find(key);
        return entry && entry->proved() ? record_of(*entry) : std::string();
    }

    // What searches have proved since the last call, for a table elsewhere to take in: 17 bytes an entry, which are the
    // key and the zone, lowest bytes first, and the reply.
    std::string drain_updates() {
        const std::lock_guard lock(updates_mutex_);
        keeps_updates_ = true;
        return std::exchange(updates_, {});
    }

    // All that searches have proved, in the same form.
    std::string all_updates() const {
        std::string all;
        for (const auto& shard : shards_) shard->each_proved([&](const ProofEntry& entry) { all += record_of(entry); });
        return all;
    }

    void forget(std::uint64_t key) { shard_of(key).forget(key); }

    // Takes in updates; with `pass_on` they become updates of this table, too.
    void merge(std::string_view updates, bool pass_on) {
        if (updates.size() % record_size) throw std::invalid_argument("updates of proofs are cut short");
        const auto number = [&](std::size_t at) {
            std::uint64_t value = 0;
            for (int byte = 0; byte < 8; ++byte)
                value |= std::uint64_t{static_cast<unsigned char>(updates[at + byte])} << 8 * byte;
            return value;
        };
        for (std::size_t at = 0; at < updates.size(); at += record_size) {
            ProofEntry entry;
            entry.key = number(at);
            entry.zone = number(at + 8);
            entry.reply = static_cast<std::uint8_t>(updates[at + 16]);
            entry.set_proved();
            if (entry.key == 0 || entry.reply > max_cells)
                throw std::invalid_argument("updates of proofs make no sense");
            if (pass_on) {
                store(entry);
            } else {
                shard_of(entry.key).store(entry);
            }
        }
    }

    // A new limit; a table that is larger forgets what is not proved.
    void resize(std::size_t memory) {
        for (auto& shard : shards_) shard->resize(memory / shards_.size());
    }

    std::size_t bytes() const {
        std::size_t total = 0;
        for (const auto& shard : shards_) total += shard->bytes();
        return total;
    }

private:
    static constexpr std::size_t record_size = 17;

    void publish(const ProofEntry& entry) {
        if (!keeps_updates_) return;
        const std::lock_guard lock(updates_mutex_);
        updates_ += record_of(entry);
    }

    static std::string record_of(const ProofEntry& entry) {
        std::string record;
        for (std::uint64_t number : {entry.key, std::uint64_t{entry.zone}})
            for (int byte = 0; byte < 8; ++byte) record.push_back(static_cast<char>(number >> 8 * byte));
        record.push_back(static_cast<char>(entry.reply));
        return record;
    }

    ProofShard& shard_of(std::uint64_t key) { return *shards_[key % shards_.size()]; }
    const ProofShard& shard_of(std::uint64_t key) const { return *shards_[key % shards_.size()]; }

    std::array<std::optional<ProofShard>, 64> shards_;
    std::atomic<bool> keeps_updates_ = false;
    Mutex updates_mutex_;
    std::string updates_;
};

}  // namespace noughts

// Numbers that look random, from numbers that do not.
//
// Demands: nothing. Promises: the same numbers on every machine; different ones for different arguments of `mix`, and
// for different n of one seed.
#pragma once

#include <cstdint>

namespace noughts {

// A bijection of 64 bits that spreads nearby numbers (the finaliser of splitmix64).
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// The n-th number of the stream that begins with a seed (splitmix64).
constexpr std::uint64_t nth_random(std::uint64_t seed, std::uint64_t n) {
    return mix(seed + (n + 1) * 0x9e3779b97f4a7c15u);
}

}  // namespace noughts

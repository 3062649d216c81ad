// Reproducible random numbers.

/// A random number generator: the same seed gives the same numbers on every machine.
///
/// Method: SplitMix64; G. Steele, D. Lea and C. Flood, *Fast Splittable Pseudorandom Number
/// Generators*, OOPSLA 2014,
/// [doi:10.1145/2660193.2660195](https://doi.org/10.1145/2660193.2660195).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator from a seed; neighboring seeds give unrelated numbers.
    package init(_ seed: UInt64) {
        self.init(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
    }

    /// Makes a generator with a given internal state.
    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns `true` with a given probability.
    package mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }
}

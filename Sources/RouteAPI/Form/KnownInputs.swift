// Inputs of requests that were read before: a fleet sends the same depots with every request.

import DataStructures
package import Geo
import Synchronization

/// Inputs by their text, so that rows that many requests have in common are parsed once.
///
/// Only inputs without an error are kept. Texts that are short are parsed as quickly as they are
/// looked up, and long ones would displace all others, so that neither is kept.
package final class KnownInputs: Sendable {
    /// What determines an input: its text, what it is read as, and the bounds.
    private struct Key: Hashable, Sendable {
        let text: String
        let type: GeometryType
        let limits: FeatureLimits
        /// The hash of the text, which a cache needs several times.
        private let digest: Int

        init(text: String, type: GeometryType, limits: FeatureLimits) {
            self.text = text
            self.type = type
            self.limits = limits
            digest = Self.digest(of: text.utf8.span)
        }

        // By bytes: two spellings of a letter in Unicode are equal as text, and rows keep theirs.
        // Measured on 100 KB: 0.2 ns a byte, by `elementsEqual` 2.1.
        static func == (a: Key, b: Key) -> Bool {
            a.digest == b.digest && a.type == b.type && a.limits == b.limits
                && areEqual(a.text.utf8.span, b.text.utf8.span)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(digest)
            hasher.combine(type)
        }

        /// The hash of some bytes. Hashing the text itself takes 6 ns a byte where it is not ASCII,
        /// because it is normalized; this takes 0.7.
        private static func digest(of bytes: Span<UInt8>) -> Int {
            var hasher = Hasher()
            var word: UInt64 = 0
            for place in bytes.indices {
                word = word << 8 | UInt64(bytes[place])
                if place % 8 == 7 { hasher.combine(word) }
            }
            hasher.combine(word)
            hasher.combine(bytes.count)
            return hasher.finalize()
        }

        private static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
            guard a.count == b.count else { return false }
            for place in a.indices where a[place] != b[place] { return false }
            return true
        }
    }

    /// The inputs of this process.
    static let ofProcess = KnownInputs()

    /// The bytes of a text that is kept.
    private static let kept = 8_192..<1_048_576

    private let inputs: Mutex<BoundedCache<Key, LocationInput>>

    /// Makes an empty collection.
    ///
    /// - Parameter budget: Bytes of all texts. The rows take about four times as many.
    package init(budget: Int = 4 << 20) { inputs = Mutex(BoundedCache(budget: budget)) }

    /// The number of inputs that are kept, and how often one was found.
    package var counts: (kept: Int, found: Int) {
        inputs.withLock { ($0.count, $0.counts.hits) }
    }

    /// The input that a text describes: one that was read before, or what `read` returns.
    ///
    /// - Complexity: O(*n*) in the length of the text, and that of `read` when it is not known.
    package func input(
        _ text: String, _ type: GeometryType, _ limits: FeatureLimits,
        reading read: () throws(RouteRequestError) -> LocationInput
    ) throws(RouteRequestError) -> LocationInput {
        guard Self.kept.contains(text.utf8.count) else { return try read() }
        let key = Key(text: text, type: type, limits: limits)
        if let known = inputs.withLock({ $0.find(key) }) { return known }
        let input = try read()
        inputs.withLock { $0.keep(input, for: key, size: text.utf8.count) }
        return input
    }
}

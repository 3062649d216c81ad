// Keeps inputs read earlier, because a fleet sends the same depots with every request.

import DataStructures
package import Geo
import Synchronization

/// A cache of inputs by their text, so that rows shared by many requests are parsed once.
///
/// Only inputs without errors are kept. Short texts are parsed as quickly as they are looked up,
/// and long texts would displace all others, so neither is kept.
package final class KnownInputs: Sendable {
    /// What determines an input: its text, its type and the limits.
    private struct Key: Hashable, Sendable {
        let text: String
        let type: GeometryType
        let limits: FeatureLimits
        /// The text's hash, which the cache needs several times.
        private let digest: Int

        init(text: String, type: GeometryType, limits: FeatureLimits) {
            self.text = text
            self.type = type
            self.limits = limits
            digest = Self.digest(of: text.utf8.span)
        }

        // By bytes: two spellings of a letter in Unicode are equal as texts, but rows keep their
        // own. Measured on 100 KB: 0.2 ns per byte; `elementsEqual` takes 2.1.
        static func == (a: Key, b: Key) -> Bool {
            a.digest == b.digest && a.type == b.type && a.limits == b.limits
                && areEqual(a.text.utf8.span, b.text.utf8.span)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(digest)
            hasher.combine(type)
        }

        /// Hashes bytes. Hashing the text itself takes 6 ns per byte if it is not ASCII, because it
        /// is normalized; this takes 0.7.
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

    static let ofProcess = KnownInputs()

    /// How many bytes a text must have to be kept.
    private static let kept = 8_192..<1_048_576

    private let inputs: Mutex<BoundedCache<Key, LocationInput>>

    /// Creates an empty cache.
    ///
    /// - Parameter budget: Bytes of all texts. Their rows take about four times as much.
    package init(budget: Int = 4 << 20) { inputs = Mutex(BoundedCache(budget: budget)) }

    /// How many inputs are kept, and how often one was found.
    package var counts: (kept: Int, found: Int) {
        inputs.withLock { ($0.count, $0.counts.hits) }
    }

    /// Returns the input that a text describes: a known one, or the result of `read`.
    ///
    /// - Complexity: O(*n*) for *n* bytes, plus `read` if the text is not known.
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

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
        var text: String
        var type: GeometryType
        var limits: FeatureLimits

        // By bytes: two spellings of a letter in Unicode are equal as text, and rows keep theirs.
        static func == (a: Key, b: Key) -> Bool {
            a.type == b.type && a.limits == b.limits && a.text.utf8.elementsEqual(b.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(type)
            let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
                hasher.combine(bytes: UnsafeRawBufferPointer($0))
            }
            if isHashed == nil { hasher.combine(text.utf8.count) }
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

// Start here: a traffic feed from bytes. The form is found by the content.
//
//     bytes ── FeedReader ──► rows ── FeedPlacer ──► rows on edges ── FeedState ──► snapshot

import Geo

/// Reads traffic feeds in any form.
///
/// ```swift
/// let content = try FeedReader().read(Array("way,speed_kmh\n4305,31.5\n".utf8))
/// // content.rows[0].effect: .speed(31.5)
/// ```
package struct FeedReader: Sendable {
    package var limits = FeedLimits()
    /// The names of a source of features for what rows state.
    package var mapping = FeedMapping()

    package init() {}

    package init(limits: FeedLimits = FeedLimits(), mapping: FeedMapping) {
        self.limits = limits
        self.mapping = mapping
    }

    /// Reads a feed.
    ///
    /// - Parameter shouldStop: Asked now and then; reading ends with an error when it is true.
    /// - Throws: ``FeedError`` when the feed as a whole cannot be used.
    /// - Complexity: O(*n*) in the number of bytes.
    package func read(
        _ bytes: [UInt8], shouldStop: @escaping () -> Bool = { false }
    ) throws(FeedError) -> FeedContent {
        guard bytes.count <= limits.maximumBytes else {
            throw FeedError(
                "the feed has \(bytes.count) bytes; \(limits.maximumBytes) are the most")
        }
        let start = CSVReader.withoutMark(bytes[...])
        let first = bytes[start...].first { $0 > 0x20 }
        let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<FeedContent, FeedError> in
            do throws(FeedError) {
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                    var reader = FeatureFeedReader(
                        buffer, from: start, limits: limits, mapping: mapping,
                        shouldStop: shouldStop)
                    return .success(try reader.content())
                }
                var reader = TableFeedReader(
                    buffer, from: start, separator: CSVReader.separator(of: bytes[start...]),
                    limits: limits, shouldStop: shouldStop)
                return .success(try reader.content())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Whether the last row of a table may be torn: its line has no end. A file that is being
    /// written looks so.
    package static func endsWithinLine(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.last else { return true }
        let first = bytes[CSVReader.withoutMark(bytes[...])...].first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return !isJSON && last != UInt8(ascii: "\n")
    }

    /// The error of a feed that takes too long.
    static let stopped = FeedError(
        "the feed takes too long to read and place; send fewer lines and points, or changes only")
}

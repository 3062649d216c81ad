// Start here: reads a traffic feed from bytes. The content decides which form it has.
//
//     bytes ── FeedReader ──► rows ── FeedPlacer ──► rows on edges ── FeedState ──► snapshot

import Geo
package import Preparation

/// Reads traffic feeds in any form.
///
/// ```swift
/// let content = try FeedReader().read(Array("way,speed_kmh\n4305,31.5\n".utf8))
/// // content.rows[0].effect: .speed(31.5)
/// ```
///
/// The reader finds the form by the first character: JSON begins with a brace or bracket, and a
/// table by OSM way has a header where a table by node pairs has numbers. It knows no network: rows
/// name streets in the feed's own terms, and ``FeedPlacer`` finds their edges.
///
/// Rows that cannot be read are refused with a reason; the others are used. A feed that is not in
/// any of the forms, or exceeds ``limits``, throws.
package struct FeedReader: Sendable {
    package var limits = FeedLimits()
    /// The properties from which to read speeds, closures, times and directions of features.
    package var mapping = FeedMapping()
    /// The zone of times that are written without one; if it is `nil`, they are refused.
    package var zone: ZoneClock?

    package init() {}

    package init(
        limits: FeedLimits = FeedLimits(), mapping: FeedMapping, zone: ZoneClock? = nil
    ) {
        self.limits = limits
        self.mapping = mapping
        self.zone = zone
    }

    /// Reads a feed.
    ///
    /// - Parameter shouldStop: Called now and then. If it returns `true`, reading throws.
    /// - Throws: ``FeedError`` if the feed as a whole cannot be used.
    /// - Complexity: O(*n*) for *n* bytes.
    package func read(
        _ bytes: [UInt8], shouldStop: @escaping () -> Bool = { false }
    ) throws(FeedError) -> FeedContent {
        guard bytes.count <= limits.maximumBytes else {
            throw FeedError(
                "the feed has \(bytes.count) bytes; send at most \(limits.maximumBytes)")
        }
        let start = CSVReader.withoutMark(bytes[...])
        if let problem = ForeignFeed.problem(bytes[start...]) { throw FeedError(problem) }
        let first = bytes[start...].first { $0 > 0x20 }
        let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<FeedContent, FeedError> in
            do throws(FeedError) {
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                    var reader = FeatureFeedReader(
                        buffer, from: start, limits: limits, mapping: mapping, zone: zone,
                        shouldStop: shouldStop)
                    return .success(try reader.content())
                }
                var reader = TableFeedReader(
                    buffer, from: start, separator: CSVReader.separator(of: bytes[start...]),
                    limits: limits, zone: zone, shouldStop: shouldStop)
                return .success(try reader.content())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Whether a table's last row may be torn because its line has no end. A file that is still
    /// being written looks like this.
    package static func endsWithinLine(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.last else { return true }
        let first = bytes[CSVReader.withoutMark(bytes[...])...].first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return !isJSON && last != UInt8(ascii: "\n")
    }

    /// Thrown if a feed takes too long.
    static let stopped = FeedError(
        "the feed takes too long to read and place; send fewer lines and points, or changes only")
}

// A feed that one server took, in the form stored for the others.

import DataStructures
import RoadNetwork

/// An entry in a ``FeedLog``: a feed as it was sent, or the state that all feeds have led to.
///
/// The stored form begins with four letters and a checksum of what follows:
///
///     "WPF1"  checksum (8 bytes)  header with its length  content
package struct SharedFeed: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A feed's bytes, and how to read them.
        case feed([UInt8], FeedMode, FeedMapping)
        /// What all earlier feeds have stated (``FeedState/encoded()``), for processes that have
        /// not seen them.
        case state([UInt8])
    }

    /// The path of the layer that took the feed.
    package var layer: String
    /// When the feed was taken, in milliseconds since 1970. All servers use this time.
    package var time: Int64
    /// Where the feed came from, in words for users.
    package var source: String
    package var content: Content

    package init(layer: String, time: Int64, source: String, content: Content) {
        self.layer = layer
        self.time = time
        self.source = source
        self.content = content
    }

    private static let mark = Array("WPF1".utf8)
    private static let mostText = 4_096

    /// Encodes the entry for the log.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package var encoded: [UInt8] {
        var header = RecordWriter()
        header.text(String(layer.unicodeScalars.prefix(Self.mostText / 4)))
        header.signed(time)
        header.text(String(source.unicodeScalars.prefix(Self.mostText / 4)))
        let content: [UInt8]
        switch self.content {
        case .feed(let bytes, let mode, let mapping):
            header.byte(mode == .whole ? 0 : 1)
            header.count(mapping.names.count)
            for (key, name) in mapping.names {
                header.text(key)
                header.text(name)
            }
            content = bytes
        case .state(let bytes):
            header.byte(2)
            content = bytes
        }
        var framed = RecordWriter()
        framed.block(header)
        let body = framed.bytes + content
        var start = RecordWriter()
        start.word(body.withUnsafeBytes { DatasetChecksum.of($0) })
        return Self.mark + start.bytes + body
    }

    /// Decodes an entry.
    ///
    /// - Throws: ``FeedError`` if the bytes are damaged, or are no stored feed.
    package init(encoded bytes: [UInt8]) throws(FeedError) {
        let start = Self.mark.count + 8
        guard bytes.count > start, bytes.starts(with: Self.mark) else {
            throw FeedError("it is not a stored feed, or has a later version")
        }
        do throws(RecordDamage) {
            var checksum = RecordReader(bytes[Self.mark.count..<start])
            let sum = bytes.withUnsafeBytes {
                DatasetChecksum.of(UnsafeRawBufferPointer(rebasing: $0[start...]))
            }
            guard try checksum.word() == sum else { throw RecordDamage.length }
            var body = RecordReader(bytes[start...])
            var header = try body.block()
            let content = Array(bytes.suffix(body.left))
            layer = try header.text(atMost: Self.mostText)
            time = try header.instant()
            source = try header.text(atMost: Self.mostText)
            let kind = try header.number(in: 0...2)
            guard kind < 2 else {
                try header.end()
                self.content = .state(content)
                return
            }
            var names: [(key: String, name: String)] = []
            for _ in 0..<(try header.number(in: 0...FeedMapping.Key.allCases.count)) {
                names.append(
                    (
                        try header.text(atMost: Self.mostText),
                        try header.text(atMost: Self.mostText)
                    ))
            }
            try header.end()
            guard let mapping = FeedMapping.stored(names) else { throw RecordDamage.length }
            self.content = .feed(content, kind == 0 ? .whole : .changes, mapping)
        } catch {
            throw FeedError("it is damaged")
        }
    }
}

extension RecordReader {
    /// Reads an instant in milliseconds since 1970, with at most 15 digits as in feeds.
    mutating func instant() throws(RecordDamage) -> Int64 {
        let value = try signed()
        guard value.magnitude < 1_000_000_000_000_000 else { throw damage }
        return value
    }
}

extension FeedMapping {
    /// Makes a mapping from stored ``names``. Returns `nil` if they are invalid.
    fileprivate static func stored(_ names: [(key: String, name: String)]) -> FeedMapping? {
        do throws(FeedError) {
            return try FeedMapping(names)
        } catch {
            return nil
        }
    }
}

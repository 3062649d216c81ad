// A feed that one server took, in the form in which it is stored for the others.

import NetworkAnalysis
import RoadNetwork

/// An entry of a ``FeedLog``: a feed as it was sent, or all that feeds have stated so far.
///
/// The stored form begins with four letters and a checksum of what follows:
///
///     "WPF1"  checksum (8 bytes)  header with its length  content
package struct SharedFeed: Hashable, Sendable {
    /// What is stored.
    package enum Content: Hashable, Sendable {
        /// The bytes of a feed, and how they are read.
        case feed([UInt8], FeedMode, FeedMapping)
        /// What all feeds before have stated (``FeedState/encoded()``), for processes that have not
        /// seen them.
        case state([UInt8])
    }

    /// The path of the layer that took it.
    package var layer: String
    /// When it was taken, in milliseconds since 1970: it counts on all servers.
    package var time: Int64
    /// Where it came from, for users.
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

    /// The stored form.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package var encoded: [UInt8] {
        var header = HandleWriter()
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
        var framed = HandleWriter()
        framed.block(header)
        let body = framed.bytes + content
        var start = HandleWriter()
        start.word(body.withUnsafeBytes { DatasetChecksum.of($0) })
        return Self.mark + start.bytes + body
    }

    /// Reads the stored form.
    ///
    /// - Throws: ``FeedError`` for other bytes, and for damaged ones.
    package init(encoded bytes: [UInt8]) throws(FeedError) {
        let start = Self.mark.count + 8
        guard bytes.count > start, bytes.starts(with: Self.mark) else {
            throw FeedError("it is not a stored feed, or has a later version")
        }
        do throws(HandleDamage) {
            var checksum = HandleReader(bytes[Self.mark.count..<start])
            let sum = bytes.withUnsafeBytes {
                DatasetChecksum.of(UnsafeRawBufferPointer(rebasing: $0[start...]))
            }
            guard try checksum.word() == sum else { throw HandleDamage.length }
            var body = HandleReader(bytes[start...])
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
            guard let mapping = FeedMapping.stored(names) else { throw HandleDamage.length }
            self.content = .feed(content, kind == 0 ? .whole : .changes, mapping)
        } catch {
            throw FeedError("it is damaged")
        }
    }
}

extension HandleReader {
    /// Reads an instant in milliseconds since 1970, of at most 15 digits as in feeds.
    mutating func instant() throws(HandleDamage) -> Int64 {
        let value = try signed()
        guard value.magnitude < 1_000_000_000_000_000 else { throw damage }
        return value
    }
}

extension FeedMapping {
    /// The mapping of names that ``names`` gave; `nil` for others.
    fileprivate static func stored(_ names: [(key: String, name: String)]) -> FeedMapping? {
        do throws(FeedError) {
            return try FeedMapping(names)
        } catch {
            return nil
        }
    }
}

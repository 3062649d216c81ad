// Collects the parts of a body as they arrive.

import NIOCore

/// A body in segments.
///
/// Small parts are copied into shared segments. If they were kept as received, each would keep its
/// whole receive buffer in memory.
struct BodyBuffer: Sendable {
    private static let segmentBytes = 65_536

    private var segments: [ByteBuffer] = []
    /// How many bytes have been appended.
    private(set) var count = 0

    /// Appends a part.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes in `piece`.
    mutating func append(_ piece: ByteBuffer) {
        count += piece.readableBytes
        var piece = piece
        if let last = segments.indices.last,
            segments[last].writableBytes >= piece.readableBytes
        {
            segments[last].writeBuffer(&piece)
            return
        }
        // Most bodies consist of one part.
        let room = segments.isEmpty ? piece.readableBytes : Self.segmentBytes
        var segment = ByteBufferAllocator().buffer(capacity: max(room, piece.readableBytes))
        segment.writeBuffer(&piece)
        segments.append(segment)
    }

    /// Returns all bytes in one array.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    func joined() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            for segment in segments {
                segment.withUnsafeReadableBytes { source in
                    UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(target)[
                            initialized...
                        ]
                    ).copyMemory(from: source)
                    initialized += source.count
                }
            }
        }
    }
}

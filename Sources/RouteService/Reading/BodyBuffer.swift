// The pieces of a body in a row, as the connection brings them.

import NIOCore

/// A body that is still in pieces.
///
/// Small pieces are copied together: each that stayed as it came would hold on to the whole buffer
/// that it was received in.
struct BodyBuffer: Sendable {
    private static let segmentBytes = 65_536

    private var segments: [ByteBuffer] = []
    /// The bytes that have come so far.
    private(set) var count = 0

    /// Puts a piece at the end.
    ///
    /// - Complexity: O(n) of the piece.
    mutating func append(_ piece: ByteBuffer) {
        count += piece.readableBytes
        var piece = piece
        if let last = segments.indices.last,
            segments[last].writableBytes >= piece.readableBytes
        {
            segments[last].writeBuffer(&piece)
            return
        }
        // One piece is the whole body of most requests.
        let room = segments.isEmpty ? piece.readableBytes : Self.segmentBytes
        var segment = ByteBufferAllocator().buffer(capacity: max(room, piece.readableBytes))
        segment.writeBuffer(&piece)
        segments.append(segment)
    }

    /// All bytes in one array.
    ///
    /// - Complexity: O(n) of the bytes.
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

// gzip for answers that are sent piece by piece.

import CZlib

/// Compresses a body in several pieces.
package final class GzipStream: @unchecked Sendable {
    // Sendable: its one user holds a lock.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Starts a body; `nil` if zlib runs out of memory.
    package init?() {
        // zlib keeps a pointer to the stream, so the stream must not move.
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard
            deflateInit2_(
                stream, Gzip.level, Z_DEFLATED, Gzip.windowBits, Gzip.memoryLevel,
                Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses the next piece. A client can decompress it before later pieces arrive.
    package func compress(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
        // A flush, and the end with its checksum, add a few bytes to the bound.
        let capacity = Int(deflateBound(stream, uLong(piece.count))) + 64
        var input = piece
        return input.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                stream.pointee.next_in = source.baseAddress
                stream.pointee.avail_in = uInt(source.count)
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = uInt(capacity)
                let status = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                precondition(
                    status == (isLast ? Z_STREAM_END : Z_OK) && stream.pointee.avail_in == 0,
                    "deflate has room for a whole piece")
                count = capacity - Int(stream.pointee.avail_out)
            }
        }
    }
}

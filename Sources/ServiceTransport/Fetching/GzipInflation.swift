// Decompresses untrusted gzip data incrementally.

import CZlib

/// Decompresses gzip in small pieces, which can be counted before they are stored.
final class GzipInflation {
    private static let pieceBytes = 65_536
    // 15 bits of window, plus 16 for gzip's header rather than zlib's.
    private static let windowBits: Int32 = 15 + 16

    // zlib keeps its stream's address, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var piece = [UInt8](repeating: 0, count: GzipInflation.pieceBytes)

    /// Whether the data so far ends with a complete gzip member.
    private(set) var isComplete = false

    /// - Throws: ``FetchProblem`` if zlib cannot allocate memory.
    init() throws(FetchProblem) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard
            inflateInit2_(
                stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw FetchProblem(text: "its answer cannot be decompressed") }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decompresses the next bytes.
    ///
    /// - Parameter take: Receives the plain bytes; throws to stop.
    /// - Throws: ``FetchProblem`` if the data is not gzip; the errors of `take`.
    func inflate(
        _ packed: UnsafeRawBufferPointer, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        let input = packed.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = uInt(input.count)
        var mayHoldMore = true
        while stream.pointee.avail_in > 0 || mayHoldMore {
            // A body may consist of several gzip members.
            if isComplete {
                guard stream.pointee.avail_in > 0 else { return }
                inflateReset(stream)
                isComplete = false
            }
            try piece.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = uInt(output.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
                    throw FetchProblem(text: "the gzip of its answer is damaged")
                }
                isComplete = status == Z_STREAM_END
                mayHoldMore = stream.pointee.avail_out == 0
                let count = output.count - Int(stream.pointee.avail_out)
                if count > 0 { try take(UnsafeBufferPointer(rebasing: output[..<count])) }
            }
        }
    }
}

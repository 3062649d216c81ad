// gzip for answers. NIO's own compression handler uses other HTTP types than Hummingbird.

import CZlib

/// Compresses whole bodies.
package enum Gzip {
    /// Smaller bodies do not benefit from compression.
    package static let minimumBytes = 1_024

    // 765 kB of route coordinates: level 1 gives 311 kB in 7 ms, level 4 294 kB in 12 ms, level 6
    // 288 kB in 26 ms.
    package static let level: Int32 = 1
    /// The level for what clients keep and revalidate: a layer's 88 kB take 5.1 kB, at level 1 6.4.
    static let keptLevel: Int32 = 6
    /// The level for files that are compressed once: MapLibre's 1.06 MB take 275 kB, at level 1
    /// 333 kB.
    package static let bestLevel: Int32 = 9
    // 15 bits of window, plus 16 to ask for gzip's header rather than zlib's.
    static let windowBits: Int32 = 15 + 16
    static let memoryLevel: Int32 = 8

    /// Returns `bytes` compressed with gzip, or `nil` if zlib runs out of memory; the caller then
    /// sends them plain.
    package static func compress(_ bytes: [UInt8], level: Int32 = Gzip.level) -> [UInt8]? {
        guard bytes.count < Int(uInt.max) else { return nil }
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let capacity = Int(deflateBound(&stream, uLong(bytes.count)))
        var input = bytes
        return input.withUnsafeMutableBufferPointer { source -> [UInt8]? in
            var isComplete = false
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(capacity)
                isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = isComplete ? Int(stream.total_out) : 0
            }
            return isComplete ? output : nil
        }
    }

    /// Returns whether an `Accept-Encoding` header admits gzip.
    static func isAccepted(by header: String?) -> Bool {
        guard let header else { return false }
        var isWildcardAccepted = false
        for item in header.lowercased().split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            let isAccepted = weight.flatMap { Double($0) }.map { $0 > 0 } ?? true
            if name == "gzip" || name == "x-gzip" { return isAccepted }
            if name == "*" { isWildcardAccepted = isAccepted }
        }
        return isWildcardAccepted
    }
}

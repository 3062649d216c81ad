// ZIP archives of files that are written at once.

/// A ZIP archive (PKWARE APPNOTE 6.3.10) of whole files, each compressed with deflate.
///
///     var archive = ZipArchive()
///     archive.add("Output_Routes.csv", bytes)
///     let bytes = archive.bytes
///
/// The same files give the same bytes, because every file gets the earliest date that ZIP can
/// express.
package struct ZipArchive {
    private var content: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    package init(content: [UInt8] = [], directory: [UInt8] = [], count: UInt16 = 0) {
        self.content = content
        self.directory = directory
        self.count = count
    }

    /// gzip puts 10 bytes before the compressed bytes, and a checksum and a length after them.
    private static let (gzipHead, gzipTail) = (10, 8)

    /// Adds a file of less than 4 GB.
    ///
    /// - Precondition: The archive has fewer than 65,536 files and less than 4 GB in all.
    package mutating func add(_ name: String, _ bytes: [UInt8]) {
        precondition(count < .max, "an archive has less than 65,536 files")
        // If zlib has no memory, the file is stored uncompressed.
        let packed = Gzip.compress(bytes)
        let stored = packed.map { Array($0.dropFirst(Self.gzipHead).dropLast(Self.gzipTail)) }
        let data = stored ?? bytes
        let checksum =
            packed.map { Self.number($0.suffix(Self.gzipTail).prefix(4)) } ?? Self.crc(of: bytes)
        var fields: [UInt8] = []
        Self.append(20, 2, to: &fields)  // the version needed: deflate
        Self.append(0x800, 2, to: &fields)  // names in UTF-8
        Self.append(stored == nil ? 0 : 8, 2, to: &fields)
        Self.append(0, 2, to: &fields)  // midnight
        Self.append(0x21, 2, to: &fields)  // 1980-01-01
        Self.append(checksum, 4, to: &fields)
        Self.append(UInt32(data.count), 4, to: &fields)
        Self.append(UInt32(bytes.count), 4, to: &fields)
        Self.append(UInt32(name.utf8.count), 2, to: &fields)
        Self.append(0, 2, to: &fields)  // no extra field

        let place = UInt32(content.count)
        Self.append(0x0403_4B50, 4, to: &content)
        content += fields + name.utf8 + data
        Self.append(0x0201_4B50, 4, to: &directory)
        Self.append(20, 2, to: &directory)
        directory += fields
        Self.append(0, 2, to: &directory)  // no comment
        Self.append(0, 2, to: &directory)  // the first disk
        Self.append(0, 2, to: &directory)
        Self.append(0, 4, to: &directory)
        Self.append(place, 4, to: &directory)
        directory += name.utf8
        count += 1
    }

    package var bytes: [UInt8] {
        var bytes = content + directory
        Self.append(0x0605_4B50, 4, to: &bytes)
        Self.append(0, 4, to: &bytes)
        Self.append(UInt32(count), 2, to: &bytes)
        Self.append(UInt32(count), 2, to: &bytes)
        Self.append(UInt32(directory.count), 4, to: &bytes)
        Self.append(UInt32(content.count), 4, to: &bytes)
        Self.append(0, 2, to: &bytes)
        return bytes
    }

    /// Appends a number, least significant byte first.
    private static func append(_ number: UInt32, _ size: Int, to bytes: inout [UInt8]) {
        for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Computes the CRC-32 checksum (ISO 3309).
    private static func crc(of bytes: [UInt8]) -> UInt32 {
        var rest = UInt32.max
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
        return ~rest
    }
}

// The first bytes of a dataset file.

/// A dataset file's head: 128 bytes, little-endian, then one 72-byte record per section.
///
///     offset  bytes  field
///          0      8  magic          "WAYPOST" and a zero
///          8      4  formatVersion
///         12      4  sectionCount
///         16      8  fileBytes
///         24     16  fingerprint    of every section's name, size, place and checksum
///         40     88  reserved       written as zero
///
///     section record
///          0     40  name           ASCII, zero-padded
///         40      8  stride         bytes of one value
///         48      8  count          values
///         56      8  offset         from the start of the file, a multiple of 64
///         64      8  checksum       of the section's bytes
///
/// Field order is the file format: any change here must raise ``formatVersion``.
package enum DatasetHeader {
    package static let magic: [UInt8] = Array("WAYPOST".utf8) + [0]
    package static let formatVersion: UInt32 = 8
    package static let headerBytes = 128
    package static let reserved = 40..<headerBytes
    package static let recordBytes = 72
    package static let nameBytes = 40
    package static let alignment = 64
    package static let maximumSections = 512
}

/// What a file of sections holds, as its first bytes say.
package struct DatasetKind: Hashable, Sendable {
    /// The file's first bytes, 8 of them.
    package let magic: [UInt8]
    /// The format's number; another number means another layout.
    package let formatVersion: UInt32
    /// What messages call such a file.
    package let noun: String

    /// A network's streets.
    package static let network = DatasetKind(
        magic: DatasetHeader.magic, formatVersion: DatasetHeader.formatVersion,
        noun: "a Waypost network")
    /// Names to search for: places and addresses.
    package static let places = DatasetKind(
        magic: Array("WPPLACES".utf8), formatVersion: 1, noun: "a file of Waypost places")
}

/// One section of a dataset file.
package struct DatasetSection: Hashable, Sendable {
    package var name: String
    package var stride: Int
    package var count: Int
    package var offset: Int
    package var checksum: UInt64

    package var bytes: Int { stride * count }
}

/// A 64-bit checksum that finds damage. It offers no security.
///
/// Four independent multiply-rotate lanes over 8-byte words, folded at the end.
package struct DatasetChecksum: Sendable {
    private var lanes: SIMD4<UInt64> = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 1, 2]
    private var length: UInt64 = 0

    package init() {}

    /// Adds the bytes of one whole section.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        let whole = bytes.count / 32
        for block in 0..<whole {
            let words = bytes.loadUnaligned(fromByteOffset: block * 32, as: SIMD4<UInt64>.self)
            mix(words)
        }
        var tail: SIMD4<UInt64> = .zero
        for index in (whole * 32)..<bytes.count {
            let place = index - whole * 32
            tail[place / 8] |= UInt64(bytes[index]) << UInt64(place % 8 * 8)
        }
        mix(tail)
    }

    private mutating func mix(_ words: SIMD4<UInt64>) {
        lanes = (lanes ^ words) &* 0x9FB2_1C65_1E98_DF25
        lanes ^= lanes &>> 29
    }

    /// The checksum of everything added.
    package var value: UInt64 {
        var result = length &* 0x9E37_79B9_7F4A_7C15
        for lane in 0..<4 {
            result = (result ^ lanes[lane]) &* 0xFF51_AFD7_ED55_8CCD
            result ^= result &>> 32
        }
        return result
    }

    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = DatasetChecksum()
        checksum.add(bytes)
        return checksum.value
    }
}

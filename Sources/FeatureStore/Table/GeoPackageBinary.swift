// A GeoPackage's binary form of shapes: a header with a box, then well-known binary.

import Geo

/// The header before a shape's well-known binary.
///
///     offset  bytes  field
///          0      2  "GP"
///          2      1  version, 0
///          3      1  flags: byte order (1), kind of box (14), empty (16), extension (32)
///          4      4  id of the coordinate system
///          8  0…64  box: minX, maxX, minY, maxY, then elevations and measures
///
/// Source: OGC 12-128r17, 2.1.3.
struct GeoPackageHeader: Hashable {
    /// The coordinate system's id in the file's own list.
    var systemID: Int32
    /// Whether the shape is marked as empty.
    var isEmpty: Bool
    /// The box, if the header has one.
    var envelope: Envelope?
    /// The header's length in bytes.
    var length: Int

    /// Reads a header; `nil` if the bytes do not begin with one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == 0x47, bytes[1] == 0x50, bytes[2] == 0 else {
            return nil
        }
        let flags = bytes[3]
        let isLittleEndian = flags & 1 == 1
        let doubles: Int
        switch flags >> 1 & 7 {
        case 0: doubles = 0
        case 1: doubles = 4
        case 2, 3: doubles = 6
        case 4: doubles = 8
        default: return nil
        }
        length = 8 + doubles * 8
        guard bytes.count >= length, flags & 0x20 == 0 else { return nil }
        let id = bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self)
        systemID = isLittleEndian ? Int32(littleEndian: id) : Int32(bigEndian: id)
        isEmpty = flags & 0x10 != 0
        guard doubles > 0 else { return }
        let ordinates = (0..<4).map { index -> Double in
            let bits = bytes.loadUnaligned(fromByteOffset: 8 + index * 8, as: UInt64.self)
            return Double(
                bitPattern: isLittleEndian
                    ? UInt64(littleEndian: bits) : UInt64(bigEndian: bits))
        }
        if ordinates.allSatisfy(\.isFinite) {
            envelope = Envelope(
                minX: ordinates[0], minY: ordinates[2], maxX: ordinates[1], maxY: ordinates[3])
        }
    }
}

/// Reads and writes shapes as a GeoPackage stores them.
enum GeoPackageBinary {
    /// Decodes a shape.
    ///
    /// - Throws: ``FeatureReadError`` if the bytes are not a shape, or are a curve.
    static func geometry(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FeatureReadError) -> Geometry {
        guard let header = GeoPackageHeader(bytes) else {
            throw FeatureReadError("the bytes are not a shape of a GeoPackage")
        }
        if header.isEmpty { return .empty }
        if let place = ShapeForm.point(bytes, at: header.length) { return .point(place) }
        return try Geometry(
            wellKnownBinary: UnsafeRawBufferPointer(rebasing: bytes[header.length...]),
            dropsCollapsed: true)
    }

    /// Returns a shape's box, taken from the header or else from the coordinates.
    ///
    /// - Returns: `nil` for an empty shape.
    /// - Throws: ``FeatureReadError`` if the bytes are not a shape.
    /// - Complexity: O(1) for points, or if the header has a box.
    static func envelope(
        _ bytes: UnsafeRawBufferPointer
    ) throws(FeatureReadError) -> Envelope? {
        guard let header = GeoPackageHeader(bytes) else {
            throw FeatureReadError("the bytes are not a shape of a GeoPackage")
        }
        if header.isEmpty { return nil }
        if let envelope = header.envelope { return envelope.isEmpty ? nil : envelope }
        if let place = ShapeForm.point(bytes, at: header.length) {
            return Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
        }
        let box = try geometry(bytes).envelope
        return box.isEmpty ? nil : box
    }

    /// Encodes a shape.
    ///
    /// Points have no box in the header; other shapes have a two-dimensional one.
    ///
    /// - Throws: ``FeatureReadError`` if the layer does not hold shapes of this kind.
    static func bytes(
        _ geometry: Geometry, systemID: Int32, as type: WellKnownType, hasZ: Bool, hasM: Bool
    ) throws(FeatureReadError) -> [UInt8] {
        let box = geometry.envelope
        var bytes: [UInt8] = [0x47, 0x50, 0, 1]
        let isPoint = if case .point = geometry { true } else { false }
        if box.isEmpty { bytes[3] |= 0x10 }
        withUnsafeBytes(of: systemID.littleEndian) { bytes.append(contentsOf: $0) }
        if !isPoint, !box.isEmpty {
            bytes[3] |= 0x02
            for ordinate in [box.minX, box.maxX, box.minY, box.maxY] {
                withUnsafeBytes(of: ordinate.bitPattern.littleEndian) {
                    bytes.append(contentsOf: $0)
                }
            }
        }
        try geometry.writeWellKnownBinary(as: type, hasZ: hasZ, hasM: hasM, to: &bytes)
        return bytes
    }
}

// The bytes in which the databases keep shapes.

import Geo

/// The form of the bytes of a stored shape.
enum ShapeForm: Hashable, Sendable {
    /// A header with a box, and well-known binary.
    case geoPackage
    /// Well-known binary.
    case wellKnownBinary

    /// The shape in some bytes.
    ///
    /// - Throws: ``FeatureReadError`` for bytes that are not a shape, or a curve.
    func geometry(_ bytes: UnsafeRawBufferPointer) throws(FeatureReadError) -> Geometry {
        switch self {
        case .geoPackage: return try GeoPackageBinary.geometry(bytes)
        case .wellKnownBinary:
            if let place = Self.point(bytes, at: 0) { return .point(place) }
            return try Geometry(wellKnownBinary: bytes)
        }
    }

    /// The box of the shape in some bytes, or `nil` for an empty shape.
    ///
    /// - Throws: ``FeatureReadError`` for bytes that are not a shape.
    func envelope(_ bytes: UnsafeRawBufferPointer) throws(FeatureReadError) -> Envelope? {
        switch self {
        case .geoPackage: return try GeoPackageBinary.envelope(bytes)
        case .wellKnownBinary:
            let box = try geometry(bytes).envelope
            return box.isEmpty ? nil : box
        }
    }

    /// The point that the bytes from an offset on are, in the form that nearly every database has
    /// it in; `nil` for other shapes and forms.
    static func point(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Coordinate? {
        guard bytes.count == offset + 21, bytes[offset] == 1,
            bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self).littleEndian == 1
        else { return nil }
        func ordinate(_ place: Int) -> Double {
            let bits = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            return Double(bitPattern: UInt64(littleEndian: bits))
        }
        let place = Coordinate(x: ordinate(offset + 5), y: ordinate(offset + 13))
        return place.isFinite ? place : nil
    }
}

extension LayerTable.Shapes {
    /// The bytes of a shape as the column stores it: in the database's own form with the number of
    /// the coordinate system.
    ///
    /// - Throws: ``FeatureReadError`` when the shape is not of the kind that the layer holds.
    func bytes(of shape: Geometry) throws(FeatureReadError) -> [UInt8] {
        let type = type == .geometryCollection ? .geometry : type
        switch form {
        case .geoPackage:
            return try GeoPackageBinary.bytes(
                shape, systemID: systemID, as: type, hasZ: needsZ, hasM: hasM)
        case .wellKnownBinary:
            var bytes = try shape.wellKnownBinary(as: type, hasZ: needsZ, hasM: hasM)
            // The extended form of PostGIS: a flag in the type, and the system's number behind it.
            bytes[4] |= 0x20
            bytes.insert(
                contentsOf: withUnsafeBytes(of: systemID.littleEndian) { Array($0) }, at: 5)
            return bytes
        }
    }
}

// The binary forms in which databases store shapes.

import Geo

/// A binary form of shapes.
enum ShapeForm: Hashable, Sendable {
    /// A header with a box, then well-known binary.
    case geoPackage
    /// Plain well-known binary.
    case wellKnownBinary

    /// Decodes a shape.
    ///
    /// - Throws: ``FeatureReadError`` if the bytes are not a shape, or are a curve.
    func geometry(_ bytes: UnsafeRawBufferPointer) throws(FeatureReadError) -> Geometry {
        switch self {
        case .geoPackage: return try GeoPackageBinary.geometry(bytes)
        case .wellKnownBinary:
            if let place = Self.point(bytes, at: 0) { return .point(place) }
            return try Geometry(wellKnownBinary: bytes, dropsCollapsed: true)
        }
    }

    /// Returns a shape's box, or `nil` for an empty shape.
    ///
    /// - Throws: ``FeatureReadError`` if the bytes are not a shape.
    func envelope(_ bytes: UnsafeRawBufferPointer) throws(FeatureReadError) -> Envelope? {
        switch self {
        case .geoPackage: return try GeoPackageBinary.envelope(bytes)
        case .wellKnownBinary:
            let box = try geometry(bytes).envelope
            return box.isEmpty ? nil : box
        }
    }

    /// Decodes a point from an offset, in the form nearly every database uses; `nil` for other
    /// shapes and forms.
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
    /// Encodes a shape in the database's own form, with the number of its coordinate system.
    ///
    /// - Throws: ``FeatureReadError`` if the layer does not hold shapes of this kind.
    func bytes(of shape: Geometry) throws(FeatureReadError) -> [UInt8] {
        let type = type == .geometryCollection ? .geometry : type
        switch form {
        case .geoPackage:
            return try GeoPackageBinary.bytes(
                shape, systemID: systemID, as: type, hasZ: needsZ, hasM: hasM)
        case .wellKnownBinary:
            var bytes = try shape.wellKnownBinary(as: type, hasZ: needsZ, hasM: hasM)
            // PostGIS's extended form: a flag in the type, followed by the system's number.
            bytes[4] |= 0x20
            bytes.insert(
                contentsOf: withUnsafeBytes(of: systemID.littleEndian) { Array($0) }, at: 5)
            return bytes
        }
    }
}

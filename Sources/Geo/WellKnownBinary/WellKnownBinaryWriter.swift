// Writes shapes as well-known binary (OGC 06-103r4, 8), little-endian.

extension Geometry {
    /// Appends the shape as well-known binary.
    ///
    /// - Parameters:
    ///   - type: The kind to write, for lines and areas the single or the multiple one; nil to
    ///     choose it by the number of parts.
    ///   - hasZ: Whether to write elevations, which are zero.
    ///   - hasM: Whether to write measures: a line's own, otherwise zero.
    /// - Throws: ``FeatureReadError`` if the shape is of another kind, or has several parts but a
    ///   single kind is wanted.
    package func writeWellKnownBinary(
        as type: WellKnownType? = nil, hasZ: Bool = false, hasM: Bool = false,
        to bytes: inout [UInt8]
    ) throws(FeatureReadError) {
        var writer = WellKnownBinaryWriter(
            hasZ: hasZ, hasM: hasM, bytes: bytes)
        bytes = []
        defer { bytes = writer.bytes }
        try writer.write(self, as: type == .geometry ? nil : type)
    }

    /// Returns the shape as well-known binary.
    package func wellKnownBinary(
        as type: WellKnownType? = nil, hasZ: Bool = false, hasM: Bool = false
    ) throws(FeatureReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        try writeWellKnownBinary(as: type, hasZ: hasZ, hasM: hasM, to: &bytes)
        return bytes
    }
}

private struct WellKnownBinaryWriter {
    let hasZ: Bool
    let hasM: Bool
    var bytes: [UInt8]

    mutating func write(_ shape: Geometry, as type: WellKnownType?) throws(FeatureReadError) {
        switch (shape, type) {
        case (.empty, _): writeEmpty(type ?? .geometryCollection)
        case (.point(let place), .point), (.point(let place), nil):
            head(.point)
            position(place)
        case (.point(let place), .multiPoint): writePoints([place])
        case (.multipoint(let places), .multiPoint), (.multipoint(let places), nil):
            writePoints(places)
        case (.multipoint(let places), .point) where places.count == 1:
            head(.point)
            position(places[0])
        case (.polyline(let paths, let measures), .lineString) where paths.count == 1:
            line(paths[0], measures?.first)
        case (.polyline(let paths, let measures), nil) where paths.count == 1:
            line(paths[0], measures?.first)
        case (.polyline(let paths, let measures), .multiLineString),
            (.polyline(let paths, let measures), nil):
            head(.multiLineString)
            integer(paths.count)
            for (index, path) in paths.enumerated() {
                let found = measures.flatMap { index < $0.count ? $0[index] : nil }
                line(path, found)
            }
        case (.polygon(let rings), .polygon), (.polygon(let rings), .multiPolygon),
            (.polygon(let rings), nil):
            try writePolygons(PolygonParts(rings: rings).polygons, as: type)
        default: throw mismatch(shape, type)
        }
    }

    private mutating func writePolygons(
        _ polygons: [[[Coordinate]]], as type: WellKnownType?
    ) throws(FeatureReadError) {
        let isSingle = type == .polygon || type == nil && polygons.count == 1
        guard isSingle else {
            head(.multiPolygon)
            integer(polygons.count)
            for polygon in polygons { area(polygon) }
            return
        }
        guard polygons.count <= 1 else {
            throw FeatureReadError(
                "the polygon has \(polygons.count) outer rings; one is allowed here")
        }
        area(polygons.first ?? [])
    }

    private mutating func writePoints(_ places: [Coordinate]) {
        head(.multiPoint)
        integer(places.count)
        for place in places {
            head(.point)
            position(place)
        }
    }

    private mutating func writeEmpty(_ type: WellKnownType) {
        head(type)
        if type == .point {
            for _ in 0..<(2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0)) { double(.nan) }
        } else {
            integer(0)
        }
    }

    private mutating func line(_ path: [Coordinate], _ measures: [Double]?) {
        head(.lineString)
        integer(path.count)
        for (index, place) in path.enumerated() {
            position(place, measures.flatMap { index < $0.count ? $0[index] : nil } ?? 0)
        }
    }

    private mutating func area(_ rings: [[Coordinate]]) {
        head(.polygon)
        integer(rings.count)
        for ring in rings {
            integer(ring.count)
            for place in ring { position(place) }
        }
    }

    private mutating func head(_ type: WellKnownType) {
        bytes.append(1)
        integer(Int(type.rawValue) + (hasZ ? 1_000 : 0) + (hasM ? 2_000 : 0))
    }

    private mutating func position(_ place: Coordinate, _ measure: Double = 0) {
        double(place.x)
        double(place.y)
        if hasZ { double(0) }
        if hasM { double(measure) }
    }

    private mutating func integer(_ value: Int) {
        withUnsafeBytes(of: UInt32(clamping: value).littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func double(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private func mismatch(_ shape: Geometry, _ type: WellKnownType?) -> FeatureReadError {
        let found =
            switch shape {
            case .point: "a point"
            case .multipoint(let places): "a set of \(places.count) points"
            case .polyline(let paths, _): "a line of \(paths.count) parts"
            case .polygon: "a polygon"
            case .empty: "empty"
            }
        let wanted = type.map { "\($0.name) is needed" } ?? "another kind is needed"
        return FeatureReadError("the shape is \(found); \(wanted)")
    }
}

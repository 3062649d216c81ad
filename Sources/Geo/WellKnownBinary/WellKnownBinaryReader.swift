// Reads shapes from well-known binary (OGC 06-103r4, 8), the form in databases.

/// Well-known binary's kinds of shapes, with their numbers.
package enum WellKnownType: UInt32, Hashable, Sendable, CaseIterable {
    /// Any kind.
    case geometry = 0
    case point = 1
    case lineString = 2
    case polygon = 3
    case multiPoint = 4
    case multiLineString = 5
    case multiPolygon = 6
    case geometryCollection = 7

    /// The kind's name in well-known text, in capitals.
    package var name: String {
        switch self {
        case .geometry: "GEOMETRY"
        case .point: "POINT"
        case .lineString: "LINESTRING"
        case .polygon: "POLYGON"
        case .multiPoint: "MULTIPOINT"
        case .multiLineString: "MULTILINESTRING"
        case .multiPolygon: "MULTIPOLYGON"
        case .geometryCollection: "GEOMETRYCOLLECTION"
        }
    }
}

extension WellKnownType {
    /// Finds a kind by its name in capitals; a curved kind gives the kind of its straight segments.
    package init?(named name: String) {
        switch name {
        case "CURVE", "CIRCULARSTRING", "COMPOUNDCURVE": self = .lineString
        case "MULTICURVE": self = .multiLineString
        case "SURFACE", "CURVEPOLYGON": self = .polygon
        case "MULTISURFACE": self = .multiPolygon
        default:
            guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = type
        }
    }
}

extension Geometry {
    /// Reads well-known binary in either byte order, with ISO type numbers (1001) or PostGIS's
    /// (0x80000001).
    ///
    /// Elevations are skipped. Measures are kept for lines, but not for arcs, which become straight
    /// segments. A collection with a single kind of shape becomes one shape. Every count is checked
    /// against the remaining bytes, so memory is O(bytes) for any input.
    ///
    /// - Parameter dropsCollapsed: Whether lines of one vertex and rings of fewer than three
    ///   corners are left out, as in rows that other programs stored; otherwise they are errors.
    /// - Throws: ``FeatureReadError`` with the byte where reading stopped.
    package init(
        wellKnownBinary bytes: UnsafeRawBufferPointer, dropsCollapsed: Bool = false
    ) throws(FeatureReadError) {
        var reader = WellKnownBinaryReader(bytes: bytes, dropsCollapsed: dropsCollapsed)
        self = try reader.shape()
    }

    /// Reads well-known binary from an array.
    package init(
        wellKnownBinary bytes: [UInt8], dropsCollapsed: Bool = false
    ) throws(FeatureReadError) {
        let result = bytes.withUnsafeBytes { buffer -> Result<Geometry, FeatureReadError> in
            do throws(FeatureReadError) {
                return .success(
                    try Geometry(wellKnownBinary: buffer, dropsCollapsed: dropsCollapsed))
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }
}

/// Reads a single shape.
private struct WellKnownBinaryReader {
    let bytes: UnsafeRawBufferPointer
    /// Whether lines and rings of too few vertices are left out.
    let dropsCollapsed: Bool
    var position = 0
    private var isLittleEndian = true
    private var parts = ShapeParts()

    /// How deep collections may be nested; the format itself needs two levels.
    private static let maximumDepth = 8

    /// Curved kinds of shapes (ISO 19125), read as straight segments.
    private enum Curve: UInt32 {
        case circularString = 8
        case compoundCurve = 9
        case curvePolygon = 10
        case multiCurve = 11
        case multiSurface = 12
    }

    private struct Header {
        var type: WellKnownType
        /// The curved kind; ``type`` is then the kind of its straight segments.
        var curve: Curve?
        var ordinates: Int
        /// The measure's position among the ordinates.
        var measure: Int?
    }

    init(bytes: UnsafeRawBufferPointer, dropsCollapsed: Bool) {
        (self.bytes, self.dropsCollapsed) = (bytes, dropsCollapsed)
    }

    mutating func shape() throws(FeatureReadError) -> Geometry {
        try read(depth: 0)
        guard position == bytes.count else {
            throw error("\(bytes.count - position) bytes after the shape")
        }
        guard let shape = parts.shape else {
            throw error("a collection of several kinds of shapes; one kind is needed")
        }
        return shape
    }

    /// Reads a shape into the lists of parts.
    private mutating func read(depth: Int) throws(FeatureReadError) {
        guard depth < Self.maximumDepth else {
            throw error("collections nested more than \(Self.maximumDepth) deep")
        }
        let header = try header()
        if let curve = header.curve {
            return try readCurve(curve, header, depth: depth)
        }
        switch header.type {
        case .point:
            let (place, _) = try position(header)
            if place.isFinite {
                parts.add(point: place)
            } else if !(place.x.isNaN && place.y.isNaN) {
                throw error("a coordinate that is not finite")
            }
        case .lineString:
            let (line, measures) = try positions(header)
            try add(line, measures: header.measure == nil ? nil : measures)
        case .polygon:
            var rings = RingList()
            for _ in 0..<(try count(ofAtLeast: 4)) {
                try add(try positions(header).coordinates, to: &rings)
            }
            parts.add(rings)
        case .multiPoint, .multiLineString, .multiPolygon, .geometryCollection:
            if header.type == .multiPoint { parts.hasMultipoint = true }
            // A shape needs at least five bytes, and four more for a count.
            for _ in 0..<(try count(ofAtLeast: 9)) { try read(depth: depth + 1) }
        case .geometry: throw error("a shape of type 0")
        }
    }

    /// Adds a line; one without vertices is none.
    private mutating func add(
        _ line: [Coordinate], measures: [Double]? = nil
    ) throws(FeatureReadError) {
        guard line.count > (dropsCollapsed ? 1 : 0) else { return }
        guard line.count > 1 else { throw error("a line of one vertex; a line needs two") }
        parts.add(path: line, measures: measures)
    }

    /// Reads a curved shape into the lists of parts.
    private mutating func readCurve(
        _ curve: Curve, _ header: Header, depth: Int
    ) throws(FeatureReadError) {
        switch curve {
        case .circularString, .compoundCurve:
            try add(try line(of: curve, header, depth: depth))
        case .curvePolygon:
            var rings = RingList()
            for _ in 0..<(try count(ofAtLeast: 9)) {
                try add(try line(depth: depth + 1), to: &rings)
            }
            parts.add(rings)
        case .multiCurve, .multiSurface:
            for _ in 0..<(try count(ofAtLeast: 9)) { try read(depth: depth + 1) }
        }
    }

    /// Reads a line of any kind and returns its vertices.
    private mutating func line(depth: Int) throws(FeatureReadError) -> [Coordinate] {
        guard depth < Self.maximumDepth else {
            throw error("collections nested more than \(Self.maximumDepth) deep")
        }
        let header = try header()
        if let curve = header.curve { return try line(of: curve, header, depth: depth) }
        guard header.type == .lineString else {
            throw error("a \(header.type.name) within a curve")
        }
        return try positions(header).coordinates
    }

    private mutating func line(
        of curve: Curve, _ header: Header, depth: Int
    ) throws(FeatureReadError) -> [Coordinate] {
        switch curve {
        case .circularString:
            guard let line = CircularArc.line(through: try positions(header).coordinates) else {
                throw error("a circular string of an even number of points; an odd one is needed")
            }
            return line
        case .compoundCurve:
            var line: [Coordinate] = []
            for _ in 0..<(try count(ofAtLeast: 9)) {
                let part = try self.line(depth: depth + 1)
                line += part.first == line.last ? part.dropFirst() : part[...]
            }
            return line
        case .curvePolygon, .multiCurve, .multiSurface:
            throw error("a surface or a set within a curve")
        }
    }

    /// Adds a ring; one without vertices is none.
    private func add(
        _ vertices: [Coordinate], to rings: inout RingList
    ) throws(FeatureReadError) {
        guard rings.add(vertices) || dropsCollapsed || vertices.isEmpty else {
            throw error(
                "a ring of \(Set(vertices).count) corners; a ring needs three")
        }
    }

    private mutating func positions(
        _ header: Header
    ) throws(FeatureReadError) -> (coordinates: [Coordinate], measures: [Double]) {
        let count = try count(ofAtLeast: header.ordinates * 8)
        var coordinates: [Coordinate] = []
        var measures: [Double] = []
        coordinates.reserveCapacity(count)
        if header.measure != nil { measures.reserveCapacity(count) }
        for _ in 0..<count {
            let (place, measure) = try position(header)
            guard place.isFinite else { throw error("a coordinate that is not finite") }
            coordinates.append(place)
            measures.append(measure)
        }
        return (coordinates, measures)
    }

    private mutating func position(
        _ header: Header
    ) throws(FeatureReadError) -> (Coordinate, measure: Double) {
        let place = Coordinate(x: try double(), y: try double())
        var measure = Double.nan
        for index in 2..<max(header.ordinates, 2) {
            let ordinate = try double()
            if index == header.measure { measure = ordinate }
        }
        return (place, measure)
    }

    private mutating func header() throws(FeatureReadError) -> Header {
        switch try byte() {
        case 0: isLittleEndian = false
        case 1: isLittleEndian = true
        case let mark: throw error("byte order \(mark); 0 or 1 is needed")
        }
        let number = try integer()
        let flags = number & 0xE000_0000
        var code = number & 0x1FFF_FFFF
        var (hasZ, hasM) = (flags & 0x8000_0000 != 0, flags & 0x4000_0000 != 0)
        if flags & 0x2000_0000 != 0 { _ = try integer() }  // the id of a coordinate system
        switch code / 1_000 {
        case 0: break
        case 1: hasZ = true
        case 2: hasM = true
        case 3: (hasZ, hasM) = (true, true)
        default: throw error("a shape of type \(number)")
        }
        code %= 1_000
        let curve = Curve(rawValue: code)
        guard let type = curve.map(Self.straight) ?? WellKnownType(rawValue: code) else {
            throw error(
                "a shape of type \(number); points, lines, arcs, polygons and sets of them are "
                    + "read, surfaces in space are not")
        }
        return Header(
            type: type, curve: curve, ordinates: 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0),
            measure: hasM ? (hasZ ? 3 : 2) : nil)
    }

    private static func straight(_ curve: Curve) -> WellKnownType {
        switch curve {
        case .circularString, .compoundCurve: .lineString
        case .curvePolygon: .polygon
        case .multiCurve: .multiLineString
        case .multiSurface: .multiPolygon
        }
    }

    /// Reads a count of items that need at least a number of bytes each.
    private mutating func count(ofAtLeast size: Int) throws(FeatureReadError) -> Int {
        let count = Int(try integer())
        guard count <= (bytes.count - position) / size else {
            throw error("a count of \(count) with \(bytes.count - position) bytes left")
        }
        return count
    }

    private mutating func byte() throws(FeatureReadError) -> UInt8 {
        guard position < bytes.count else { throw error("the end") }
        position += 1
        return bytes[position - 1]
    }

    private mutating func integer() throws(FeatureReadError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw error("the end") }
        let value = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        position += 4
        return isLittleEndian ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }

    private mutating func double() throws(FeatureReadError) -> Double {
        guard bytes.count - position >= 8 else { throw error("the end") }
        let value = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        position += 8
        return Double(
            bitPattern: isLittleEndian ? UInt64(littleEndian: value) : UInt64(bigEndian: value))
    }

    private func error(_ found: String) -> FeatureReadError {
        FeatureReadError("well-known binary: found \(found), at byte \(position)")
    }
}

// Reads and writes shapes as well-known text (OGC 06-103r4), for tables.

extension Geometry {
    /// Reads well-known text: `POINT`, `LINESTRING`, `MULTILINESTRING`, `POLYGON`, `MULTIPOLYGON`,
    /// `MULTIPOINT`, and their `EMPTY` forms, of which `POINT (NaN NaN)` is one. A
    /// `GEOMETRYCOLLECTION` of shapes of one kind is one shape. A leading `SRID=…;` is left to the
    /// caller. Third and fourth ordinates are skipped, however the kind
    /// announces them: `POINT Z`, `PointZM` as QGIS and SpatiaLite write it, `Point25D`.
    ///
    /// - Throws: ``FeatureReadError`` with the character where reading stopped.
    public init(wellKnownText text: String) throws(FeatureReadError) {
        self = try Geometry(wellKnownText: text, dropsCollapsed: false)
    }

    /// Reads well-known text.
    ///
    /// - Parameter dropsCollapsed: Whether lines of one vertex and rings of fewer than three
    ///   corners are left out; otherwise they are errors.
    package init(wellKnownText text: String, dropsCollapsed: Bool) throws(FeatureReadError) {
        var scanner = WellKnownTextScanner(
            bytes: Array(text.utf8), dropsCollapsed: dropsCollapsed)
        self = try scanner.geometry()
    }

    /// Returns the shape as well-known text.
    ///
    /// - Parameter decimals: How many decimals coordinates get; `nil` for all.
    public func wellKnownText(decimals: Int? = nil) -> String {
        func position(_ coordinate: Coordinate) -> String {
            [coordinate.x, coordinate.y]
                .map { JSONWriter.text(ofCoordinate: $0, decimals: decimals) }
                .joined(separator: " ")
        }
        func list(_ part: [Coordinate]) -> String {
            "(" + part.map(position).joined(separator: ", ") + ")"
        }
        func lists(_ parts: [[Coordinate]]) -> String {
            "(" + parts.map(list).joined(separator: ", ") + ")"
        }
        switch self {
        case .point(let coordinate): return "POINT (" + position(coordinate) + ")"
        case .multipoint(let coordinates):
            return "MULTIPOINT ("
                + coordinates.map { "(" + position($0) + ")" }
                .joined(separator: ", ") + ")"
        case .polyline(let paths, _):
            return paths.count == 1
                ? "LINESTRING " + list(paths[0]) : "MULTILINESTRING " + lists(paths)
        case .polygon(let rings):
            let polygons = PolygonParts(rings: rings).polygons
            return polygons.count == 1
                ? "POLYGON " + lists(polygons[0])
                : "MULTIPOLYGON (" + polygons.map(lists).joined(separator: ", ") + ")"
        case .empty: return "GEOMETRYCOLLECTION EMPTY"
        }
    }
}

private struct WellKnownTextScanner {
    let bytes: [UInt8]
    /// Whether lines and rings of too few vertices are left out.
    let dropsCollapsed: Bool
    var position = 0

    /// How deep collections may be nested.
    private static let maximumDepth = 8
    private static let kinds = [
        "POINT", "LINESTRING", "MULTILINESTRING", "POLYGON", "MULTIPOLYGON", "MULTIPOINT",
        "GEOMETRYCOLLECTION",
    ]

    mutating func geometry() throws(FeatureReadError) -> Geometry {
        let start = position
        if takeWord() == "SRID" {
            while position < bytes.count, bytes[position] != UInt8(ascii: ";") { position += 1 }
            position = min(position + 1, bytes.count)
        } else {
            position = start
        }
        let shape = try shape(depth: 0)
        skipSpace()
        guard position >= bytes.count else { throw error("the end") }
        return shape
    }

    private mutating func shape(depth: Int) throws(FeatureReadError) -> Geometry {
        skipSpace()
        let start = position
        var word = takeWord()
        if let kind = Self.kinds.first(where: { ["\($0)Z", "\($0)M", "\($0)ZM"].contains(word) }) {
            word = kind
        } else if !takeOldMark() {
            let afterWord = position
            if !["Z", "M", "ZM"].contains(takeWord()) { position = afterWord }
        }
        guard Self.kinds.contains(word) else {
            throw error("one of " + Self.kinds.joined(separator: ", "), at: start)
        }
        if takeEmpty() { return .empty }
        guard word == "GEOMETRYCOLLECTION" else { return try body(of: word) }
        guard depth < Self.maximumDepth else {
            throw error("at most \(Self.maximumDepth) collections within each other", at: start)
        }
        var parts = ShapeParts()
        try enclosed { scanner throws(FeatureReadError) in
            parts.add(try scanner.shape(depth: depth + 1))
        }
        guard let shape = parts.shape else {
            throw error("a collection of shapes of one kind", at: start)
        }
        return shape
    }

    private mutating func body(of word: String) throws(FeatureReadError) -> Geometry {
        switch word {
        case "POINT":
            if takeNoPosition() { return .empty }
            let part = try list()
            guard part.count == 1 else { throw error("one position") }
            return .point(part[0])
        case "MULTIPOINT":
            let points = try list(mayHaveEmpty: true)
            return points.isEmpty ? .empty : .multipoint(points)
        case "LINESTRING":
            let path = try line()
            return path.isEmpty ? .empty : .polyline(paths: [path])
        case "MULTILINESTRING":
            var paths: [[Coordinate]] = []
            try enclosed { scanner throws(FeatureReadError) in
                if !scanner.takeEmpty() { paths.append(try scanner.line()) }
            }
            paths.removeAll(where: \.isEmpty)
            return paths.isEmpty ? .empty : .polyline(paths: paths)
        case "POLYGON":
            let rings = try rings().rings
            return rings.isEmpty ? .empty : .polygon(rings: rings)
        default:
            var parts = ShapeParts()
            try enclosed { scanner throws(FeatureReadError) in
                if !scanner.takeEmpty() { parts.add(try scanner.rings()) }
            }
            return parts.rings.isEmpty ? .empty : .polygon(rings: parts.rings)
        }
    }

    /// Reads a line; an empty one was left out.
    private mutating func line() throws(FeatureReadError) -> [Coordinate] {
        let path = try list()
        if path.count > 1 { return path }
        guard dropsCollapsed else { throw error("a second position") }
        return []
    }

    private mutating func rings() throws(FeatureReadError) -> RingList {
        var rings = RingList()
        try enclosed { scanner throws(FeatureReadError) in
            guard rings.add(try scanner.list()) || scanner.dropsCollapsed else {
                throw scanner.error("a third corner of the ring")
            }
        }
        return rings
    }

    /// Reads positions in parentheses; each may have its own, as in `MULTIPOINT ((1 2), (3 4))`.
    private mutating func list(
        mayHaveEmpty: Bool = false
    ) throws(FeatureReadError) -> [Coordinate] {
        var coordinates: [Coordinate] = []
        try enclosed { scanner throws(FeatureReadError) in
            if mayHaveEmpty, scanner.takeEmpty() { return }
            let isWrapped = scanner.take("(")
            let (x, y) = (try scanner.number(), try scanner.number())
            coordinates.append(Coordinate(x: x, y: y))
            while !scanner.isAtMark { _ = try scanner.number() }
            if isWrapped, !scanner.take(")") { throw scanner.error("\")\"") }
        }
        return coordinates
    }

    private mutating func enclosed(
        _ element: (inout WellKnownTextScanner) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        guard take("(") else { throw error("\"(\"") }
        repeat { try element(&self) } while take(",")
        guard take(")") else { throw error("\",\" or \")\"") }
    }

    private var isAtMark: Bool {
        mutating get {
            skipSpace()
            return position >= bytes.count || bytes[position] == UInt8(ascii: ",")
                || bytes[position] == UInt8(ascii: ")")
        }
    }

    private mutating func number() throws(FeatureReadError) -> Double {
        skipSpace()
        let start = position
        while position < bytes.count, !" ,()\t\r\n".utf8.contains(bytes[position]) { position += 1 }
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
            value.isFinite
        else { throw error("a finite number", at: start) }
        return value
    }

    private mutating func takeWord() -> String {
        skipSpace()
        let start = position
        while position < bytes.count, (0x41...0x5A).contains(bytes[position] & 0xDF) {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
    }

    /// Skips the word for a shape without positions.
    private mutating func takeEmpty() -> Bool {
        let start = position
        if takeWord() == "EMPTY" { return true }
        position = start
        return false
    }

    /// Skips `25D`, an old mark of a third ordinate.
    private mutating func takeOldMark() -> Bool {
        let mark = String(decoding: bytes[position...].prefix(3), as: UTF8.self)
        guard mark.uppercased() == "25D" else { return false }
        position += 3
        return true
    }

    /// Skips `(NaN NaN)`, as some programs write a point without a position.
    private mutating func takeNoPosition() -> Bool {
        let start = position
        var count = 0
        if take("(") {
            while takeWord() == "NAN" { count += 1 }
            if count > 1, take(")") { return true }
        }
        position = start
        return false
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
            position += 1
        }
    }

    private func error(_ expected: String, at place: Int? = nil) -> FeatureReadError {
        let place = min(place ?? position, bytes.count)
        let rest = String(decoding: bytes[place...].prefix(20), as: UTF8.self)
        return FeatureReadError(
            "well-known text: expected \(expected) at character \(place + 1), found "
                + (rest.isEmpty ? "the end" : "\"\(rest)\""))
    }
}

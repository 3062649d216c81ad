// Reads points, lines and areas from Esri JSON.

/// Reads a single Esri JSON geometry. Elevations are skipped; measures are kept for lines.
///
/// An empty shape (`{"x":"NaN"}`, `{"x":null}`, `{"paths":[]}`, `{}`) becomes ``Geometry/empty``; a
/// missing or non-finite ordinate anywhere else is an error. Rings are closed. Circular arcs become
/// straight segments.
struct EsriGeometryReader {
    /// The feature's position in the input, for messages.
    var feature: Int?
    /// The owning set's flags, for shapes that have none.
    var hasZ = false
    var hasM = false
    /// Whether lines of one vertex and rings of fewer than three corners are left out; otherwise
    /// they are errors.
    var dropsCollapsed = false

    func geometry(_ value: JSONValue) throws(FeatureReadError) -> Geometry {
        guard let object = value.object else {
            throw error("geometry is \(value.excerpt); an object is needed")
        }
        if object["x"] != nil || object["y"] != nil { return try point(object) }
        if let paths = object["paths"] { return try polyline(paths, flags: object) }
        if let rings = object["rings"] { return try polygon(rings) }
        if let curves = object["curvePaths"] {
            let paths = try curved(curves, "curvePaths").filter { !$0.isEmpty }
            return paths.isEmpty ? .empty : .polyline(paths: paths)
        }
        if let curves = object["curveRings"] {
            let rings = try curved(curves, "curveRings").filter { !$0.isEmpty }
            return rings.isEmpty ? .empty : .polygon(rings: rings)
        }
        if let points = object["points"] {
            let coordinates = try part(points, name: "points")
            return coordinates.isEmpty ? .empty : .multipoint(coordinates)
        }
        if object["xmin"] != nil { return try envelope(object) }
        if object.members.allSatisfy({ ["spatialReference", "hasZ", "hasM"].contains($0.key) }) {
            return .empty
        }
        throw error(
            "geometry has none of x and y, points, paths, rings or xmin; found \(value.excerpt)")
    }

    private func point(_ object: JSONObject) throws(FeatureReadError) -> Geometry {
        if let x = object["x"], x.isNull || x.isNotANumberText { return .empty }
        return .point(
            Coordinate(
                x: try ordinate(object["x"], "geometry.x"),
                y: try ordinate(object["y"], "geometry.y")))
    }

    private func polyline(
        _ value: JSONValue, flags: JSONObject
    ) throws(FeatureReadError) -> Geometry {
        let parts = try parts(value, name: "paths").filter { $0.list.array?.isEmpty == false }
        let hasZ = flags["hasZ"]?.bool ?? hasZ
        let hasM = flags["hasM"]?.bool ?? hasM
        var paths: [[Coordinate]] = []
        var measures: [[Double]] = []
        for (name, list) in parts {
            let path = try part(list, name: name)
            guard path.count > 1 else {
                if dropsCollapsed { continue }
                throw error("\(name) has one vertex; a line needs two")
            }
            paths.append(path)
            if hasM {
                let place = hasZ ? 3 : 2
                measures.append(
                    (list.array ?? []).map { vertex in
                        guard let ordinates = vertex.array, ordinates.count > place else {
                            return .nan
                        }
                        return ordinates[place].number ?? .nan
                    })
            }
        }
        return paths.isEmpty ? .empty : .polyline(paths: paths, measures: hasM ? measures : nil)
    }

    private func polygon(_ value: JSONValue) throws(FeatureReadError) -> Geometry {
        var rings: [[Coordinate]] = []
        for (name, list) in try parts(value, name: "rings") {
            var ring = try part(list, name: name)
            guard let first = ring.first else { continue }
            if dropsCollapsed, !RingList.enclosesArea(ring) { continue }
            if ring.last != first { ring.append(first) }
            guard ring.count > 3 else {
                throw error("\(name) has \(ring.count - 1) corners; a ring needs three")
            }
            rings.append(ring)
        }
        return rings.isEmpty ? .empty : .polygon(rings: rings)
    }

    /// Reads lines or rings whose vertices include arcs, as straight segments.
    private func curved(
        _ value: JSONValue, _ name: String
    ) throws(FeatureReadError) -> [[Coordinate]] {
        var lines: [[Coordinate]] = []
        for (part, list) in try parts(value, name: name) {
            guard let vertices = list.array else {
                throw error("\(part) is \(list.excerpt); an array of vertices is needed")
            }
            var line: [Coordinate] = []
            for (place, vertex) in vertices.enumerated() {
                let label = "\(part)[\(place)]"
                guard let arc = vertex["c"], let start = line.last else {
                    line += try self.part(.array([vertex]), name: label)
                    continue
                }
                let ends = try self.part(arc, name: "\(label).c")
                guard ends.count == 2 else {
                    throw error("\(label).c has \(ends.count) points; an end and a point between")
                }
                line += CircularArc(start: start, middle: ends[1], end: ends[0]).vertices
            }
            let isRing = name == "curveRings"
            if isRing, let first = line.first, line.last != first { line.append(first) }
            let least = isRing ? 4 : 2
            let isCollapsed = isRing ? !RingList.enclosesArea(line) : line.count < least
            if dropsCollapsed, isCollapsed { continue }
            guard line.isEmpty || line.count >= least else {
                throw error("\(part) has \(line.count) vertices; more are needed")
            }
            lines.append(line)
        }
        return lines
    }

    private func envelope(_ object: JSONObject) throws(FeatureReadError) -> Geometry {
        if let x = object["xmin"], x.isNull || x.isNotANumberText { return .empty }
        let (west, south) = (
            try ordinate(object["xmin"], "geometry.xmin"),
            try ordinate(object["ymin"], "geometry.ymin")
        )
        let (east, north) = (
            try ordinate(object["xmax"], "geometry.xmax"),
            try ordinate(object["ymax"], "geometry.ymax")
        )
        guard west <= east, south <= north else {
            throw error("the envelope's xmin or ymin is greater than its xmax or ymax")
        }
        return .polygon(rings: [
            [
                Coordinate(x: west, y: south), Coordinate(x: west, y: north),
                Coordinate(x: east, y: north), Coordinate(x: east, y: south),
                Coordinate(x: west, y: south),
            ]
        ])
    }

    private func parts(
        _ value: JSONValue, name: String
    ) throws(FeatureReadError) -> [(name: String, list: JSONValue)] {
        guard let list = value.array else {
            throw error("geometry.\(name) is \(value.excerpt); an array of arrays is needed")
        }
        return list.enumerated().map { ("geometry.\(name)[\($0.offset)]", $0.element) }
    }

    private func part(_ value: JSONValue, name: String) throws(FeatureReadError) -> [Coordinate] {
        guard let vertices = value.array else {
            throw error("\(name) is \(value.excerpt); an array of vertices is needed")
        }
        var coordinates: [Coordinate] = []
        coordinates.reserveCapacity(vertices.count)
        for (place, vertex) in vertices.enumerated() {
            guard let ordinates = vertex.array, ordinates.count >= 2 else {
                let isCurve = vertex["b"] != nil || vertex["a"] != nil
                throw error(
                    "\(name)[\(place)] is \(vertex.excerpt); "
                        + (isCurve
                            ? "Bézier curves and ellipses are not read, arcs through three points "
                                + "are; send straight segments"
                            : "a vertex such as [x, y] is needed"))
            }
            // The usual case first: building names for messages is expensive and only errors need
            // them.
            if case .number(let x) = ordinates[0], case .number(let y) = ordinates[1] {
                coordinates.append(Coordinate(x: x, y: y))
            } else {
                coordinates.append(
                    Coordinate(
                        x: try ordinate(ordinates[0], "\(name)[\(place)][0]"),
                        y: try ordinate(ordinates[1], "\(name)[\(place)][1]")))
            }
        }
        return coordinates
    }

    private func ordinate(_ value: JSONValue?, _ name: String) throws(FeatureReadError) -> Double {
        if let number = value?.number, number.isFinite { return number }
        // Some clients quote their numbers.
        if let number = value?.string.flatMap(Double.init), number.isFinite { return number }
        throw error(
            "\(name) is \(value?.excerpt ?? "missing"); a finite number is needed")
    }

    private func error(_ reason: String) -> FeatureReadError {
        FeatureReadError(feature: feature, reason)
    }
}

extension JSONValue {
    /// Whether this is the text `NaN`, Esri JSON's mark for an empty shape.
    fileprivate var isNotANumberText: Bool { string?.lowercased() == "nan" }
}

extension Geometry {
    /// Reads a single Esri JSON geometry.
    ///
    /// - Throws: ``FeatureReadError`` saying what was found and what would be accepted.
    public init(esriJSON value: JSONValue) throws(FeatureReadError) {
        self = try EsriGeometryReader().geometry(value)
    }

    /// The kind of feature set this shape belongs in; `nil` for empty shapes and multipoints.
    public var type: GeometryType? {
        switch self {
        case .point: .point
        case .polyline: .polyline
        case .polygon: .polygon
        case .multipoint, .empty: nil
        }
    }
}

// Reads feeds of lines and points: GeoJSON and Esri JSON, with a mapping of properties.

import Geo
import Preparation
import RoutingEngine
import SpatialOperations

/// Reads feeds of features, one feature at a time.
///
/// - Complexity: O(*n*) for *n* bytes. Only the rows are kept.
struct FeatureFeedReader {
    private let limits: FeedLimits
    private let mapping: FeedMapping
    private let zone: ZoneClock?
    private let shouldStop: () -> Bool
    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: Int
    private var rows: [FeedRow] = []
    private var refused: RefusedRows
    private var form = FeedForm.geoJSON
    private var vertexCount = 0
    /// Transforms all shapes, if the feed names a system for all.
    private var transformer: CoordinateTransformer?
    /// The transformers for shapes that name their own system.
    private var transformers = SourceTransformers(to: .wgs84)

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limits: FeedLimits,
        mapping: FeedMapping, zone: ZoneClock?, shouldStop: @escaping () -> Bool
    ) {
        self.bytes = bytes
        self.start = start
        self.limits = limits
        self.mapping = mapping
        self.zone = zone
        self.shouldStop = shouldStop
        refused = RefusedRows(keeping: limits.keptRefusals)
    }

    /// Reads all features.
    ///
    /// - Throws: ``FeedError`` if the text is neither GeoJSON nor Esri JSON, or has more shapes
    ///   than the limits allow.
    mutating func content() throws(FeedError) -> FeedContent {
        var scanner = ElementScanner(bytes, from: start)
        guard scanner.current == UInt8(ascii: "{") else {
            form = .esriJSON
            try readFeatures(&scanner)
            try scanner.finish()
            return FeedContent(form: form, rows: rows, refused: refused)
        }
        var features: Range<Int>?
        var members: [String: Range<Int>] = [:]
        try scanner.forEachMember { (name, range) throws(FeedError) in
            if name == "features" { features = range } else { members[name] = range }
        }
        try scanner.finish()
        guard let features else {
            let found = members.keys.sorted().prefix(4).map { "\"\($0.excerpt())\"" }
            let others = found.isEmpty ? "" : ", it has " + found.joined(separator: ", ")
            throw FeedError(
                "the feed has no \"features\"\(others); a FeatureCollection of GeoJSON or a "
                    + "feature set of Esri JSON is needed")
        }
        let type = try members["type"].map { (range) throws(FeedError) in
            try scanner.parsed(range)
        }
        form = type?.string == "FeatureCollection" ? .geoJSON : .esriJSON
        try readReference(members, scanner)
        var list = ElementScanner(
            UnsafeBufferPointer(rebasing: bytes[..<features.upperBound]),
            from: features.lowerBound)
        try readFeatures(&list)
        return FeedContent(form: form, rows: rows, refused: refused)
    }

    /// Reads the spatial reference of all shapes, if it is not longitude and latitude.
    private mutating func readReference(
        _ members: [String: Range<Int>], _ scanner: ElementScanner
    ) throws(FeedError) {
        guard form == .esriJSON, let range = members["spatialReference"] else { return }
        let value = try scanner.parsed(range)
        do {
            guard let reference = try SpatialReference(esriJSON: value),
                !reference.isSame(as: .wgs84)
            else { return }
            transformer = try CoordinateTransformer(from: reference, to: .wgs84)
        } catch {
            throw FeedError("the spatial reference of the feed cannot be used: \(error)")
        }
    }

    private mutating func readFeatures(_ scanner: inout ElementScanner) throws(FeedError) {
        var number = 0
        let pieces = scanner
        var found: [Range<Int>] = []
        try scanner.forEachElement { (range) throws(FeedError) in
            guard found.count < limits.maximumShapes else {
                throw FeedError(
                    "the feed has more than \(limits.maximumShapes) features; send it in parts, "
                        + "or rows by OSM way")
            }
            found.append(range)
        }
        for range in found {
            number += 1
            if number & 255 == 0, shouldStop() { throw FeedReader.stopped }
            let feature = try pieces.parsed(range)
            do throws(RowProblem) {
                let row = try row(number, feature)
                if let problem = FeedRules.problem(from: row.from, until: row.until) {
                    throw RowProblem(problem)
                }
                rows.append(row)
            } catch {
                refused.add(number, error.reason)
            }
            guard vertexCount <= limits.maximumVertices else {
                throw FeedError(
                    "the lines of the feed have more than \(limits.maximumVertices) vertices; "
                        + "send it in parts")
            }
        }
    }

    private mutating func row(_ number: Int, _ feature: JSONValue) throws(RowProblem) -> FeedRow {
        let properties = feature[form == .geoJSON ? "properties" : "attributes"] ?? .null
        let event = try event(properties, of: feature)
        let effect = try effect(properties, event)
        let sent = try geometry(feature)
        guard let geometry = sent.onEarth else {
            throw RowProblem("has coordinates that are not longitudes and latitudes")
        }
        let direction = try direction(properties)
        let place: FeedRow.Place
        switch geometry {
        case .point(let coordinate): place = .point(coordinate, direction ?? .both)
        case .polyline(let paths, _):
            place = .lines(paths.filter { $0.count > 1 }, direction ?? .forward)
        case .polygon: throw RowProblem("is a polygon; a line or a point is needed")
        case .multipoint(let points):
            guard points.count > 1 else {
                throw RowProblem("has no coordinates; a line or a point is needed")
            }
            place = .lines([points], direction ?? .forward)
        case .empty: throw RowProblem("has no coordinates; a line or a point is needed")
        }
        vertexCount += geometry.coordinates.count
        return FeedRow(
            number: number, place: place, effect: effect,
            from: try time(.validFrom, properties), until: try time(.validTo, properties),
            event: event)
    }

    /// Reads a feature's shape in longitude and latitude. Several points are a line: work
    /// zones (WZDx) whose course is unknown state the first and the last.
    private mutating func geometry(_ feature: JSONValue) throws(RowProblem) -> Geometry {
        guard let value = feature["geometry"], !value.isNull else {
            throw RowProblem("has no geometry; a line or a point is needed")
        }
        do {
            if form == .geoJSON {
                let split = try GeoJSONReader().features(value)
                let sets = [split.polylines, split.points, split.polygons].compactMap(\.self)
                let shapes = sets.flatMap(\.features).compactMap(\.geometry)
                if value["type"]?.string == "MultiPoint", shapes.count > 1 {
                    return .multipoint(shapes.flatMap(\.coordinates))
                }
                guard let shape = shapes.first else { return .empty }
                guard shapes.count == 1 else {
                    throw RowProblem("has several shapes; a line or one point is needed")
                }
                return shape
            }
            var reader = EsriFeatureReader()
            reader.splitsMultipoints = false
            let set = try reader.featureSet(.array([["geometry": value]]))
            guard let found = set.features.first, let shape = found.geometry else { return .empty }
            if let own = found.spatialReference, !own.isSame(as: .wgs84) {
                return try transformers.transformer(from: own).project(shape)
            }
            return try transformer?.project(shape) ?? shape
        } catch let problem as RowProblem {
            throw problem
        } catch let error as FeatureReadError {
            throw RowProblem(error.reason)
        } catch SourceTransformers.Failure.tooMany {
            throw RowProblem(
                "names one of more than \(SourceTransformers.most) spatial references; use one")
        } catch {
            throw RowProblem("its coordinates cannot be transformed: \(error)")
        }
    }
}

extension FeatureFeedReader {
    private func value(_ key: FeedMapping.Key, _ properties: JSONValue) -> JSONValue? {
        guard let path = mapping.path(key) else {
            guard let members = properties.object?.members else { return nil }
            if key != .speed, let value = properties[key.rawValue] { return value }
            return key.plainNames.lazy.compactMap { plain in
                members.first { FeedWords.plain($0.key) == plain }?.value
            }.first
        }
        var value: JSONValue? = properties
        for name in path { value = value?[name] }
        return value
    }

    private func name(_ key: FeedMapping.Key) -> String {
        mapping.property(key).path.joined(separator: ".").excerpt()
    }

    private func effect(
        _ properties: JSONValue, _ event: TrafficEvent?
    ) throws(RowProblem) -> FeedRow.Effect {
        let (closed, speed) = (value(.closed, properties), value(.speed, properties))
        guard closed != nil || speed != nil || event != nil else {
            throw RowProblem(
                "states neither \(name(.speed)) nor \(name(.closed)) nor \(name(.kind)); map the "
                    + "names of its properties")
        }
        if let closed, try isClosed(closed) { return .closed }
        guard let speed, !speed.isNull, speed.string != "" else {
            return event == nil ? .cleared : .event
        }
        guard let number = speed.number ?? speed.string.flatMap(Self.number) else {
            throw RowProblem("\(name(.speed)) is \(speed.excerpt); a number of km/h is needed")
        }
        if let problem = FeedRules.problem(ofSpeed: number, written: speed.excerpt) {
            throw RowProblem(problem)
        }
        return .speed(number)
    }

    /// Reads what happens at a feature's place; `nil` if the feature does not say.
    private func event(
        _ properties: JSONValue, of feature: JSONValue
    ) throws(RowProblem) -> TrafficEvent? {
        guard value(.kind, properties) != nil || value(.text, properties) != nil else {
            return nil
        }
        // GeoJSON has a feature's id beside its properties, and work zones (WZDx) there alone.
        var id = try words(.id, properties)
        if id == nil, mapping.path(.id) == nil { id = try words(.id, feature) }
        return try StatedEvent(
            kind: try words(.kind, properties), text: try words(.text, properties), id: id,
            lanesClosed: try words(.lanesClosed, properties)
        ).event(name)
    }

    /// Returns a property's text or whole number as text; `nil` if it is empty.
    private func words(
        _ key: FeedMapping.Key, _ properties: JSONValue
    ) throws(RowProblem) -> String? {
        guard let value = value(key, properties), !value.isNull, value.string != "" else {
            return nil
        }
        guard let text = value.string ?? value.integer.map(String.init) else {
            throw RowProblem("\(name(key)) is \(value.excerpt); a text is needed")
        }
        return text
    }

    private static func number(_ text: String) -> Double? {
        var text = text
        guard text.utf8.count <= 40 else { return nil }
        return text.withUTF8 { CellScanner($0, from: 0, separator: 0).number(0..<$0.count) }
    }

    private func isClosed(_ value: JSONValue) throws(RowProblem) -> Bool {
        let word =
            value.string?.lowercased() ?? value.bool.map { $0 ? "true" : "false" }
            ?? value.integer.map { "\($0)" } ?? (value.isNull ? "" : nil)
        if let wanted = mapping.property(.closed).value { return word == wanted }
        guard let truth = word.flatMap(FeedWords.truth) else {
            throw RowProblem(
                "\(name(.closed)) is \(value.excerpt); true or false is needed, or a mapping such "
                    + "as closed=status=closed")
        }
        return truth
    }

    private func direction(_ properties: JSONValue) throws(RowProblem) -> FeedDirection? {
        guard let value = value(.direction, properties), !value.isNull else { return nil }
        if value.string == "" { return nil }
        guard let direction = value.string.flatMap(FeedWords.direction) else {
            throw RowProblem(
                "\(name(.direction)) is \(value.excerpt); forward, backward or both is needed, "
                    + "seen along the line")
        }
        return direction
    }

    private func time(
        _ key: FeedMapping.Key, _ properties: JSONValue
    ) throws(RowProblem) -> Int64? {
        guard let value = value(key, properties), !value.isNull, value.string != "" else {
            return nil
        }
        let found =
            value.integer.flatMap { FeedTimes.read(Int64($0)) }
            ?? value.string.flatMap { FeedTimes.read($0, in: zone, isEnd: key == .validTo) }
        guard let found else {
            throw RowProblem("\(name(key)) is \(value.excerpt); \(FeedTimes.rule)")
        }
        return found.milliseconds
    }
}

// Reads features from files. The content decides the format; for GDAL files, also the suffix.

import Geo
import Preparation
import RouteAPI
import VectorFiles

/// A file with stops, barriers or other features, for any option that takes one.
///
/// The bytes decide the format, because a pipe has no name: `<` begins GPX, `{` or `[` JSON, and
/// then the member `type` distinguishes GeoJSON, or a Feature in each line, from Esri JSON, and a
/// list of rows is a table (``JSONRows``); anything else is a table. Files for GDAL are
/// recognized first, by their suffix, by their content or as a layer `FILE#LAYER`.
///
/// A file may also be an earlier answer: ``table`` then says which of its tables to read, such as
/// `stops`. If reading needs a guess, for example about an encoding, a note on standard error says
/// so.
struct FeatureFile {
    enum Format: Hashable {
        case csv
        case geoJSON
        case esriJSON
        case gpx
    }

    /// The path; `-` is standard input.
    let path: String
    /// The table to read if the file has a request's whole answer: `stops`, `origins`.
    var table: String?
    /// How to read files, from the options.
    var hints = FileHints()
    /// Whether unreadable table rows stay, without a shape and with a note.
    var keepsUnreadableRows = false

    /// Reads all features, split by kind of shape, and notes guesses on standard error.
    ///
    /// - Throws: ``CommandFailure`` naming the file and the place in it.
    func features() throws -> FeaturesByKind {
        FilesRead.current?.note(VectorFile(path)?.path ?? path)
        if var file = VectorFile(path) {
            file.usualLayers = [table].compactMap(\.self)
            file.knownFields = table.map(Self.fields) ?? []
            return try features(of: file)
        }
        return try Self.features(
            in: try Console.read(file: path), file: path, table: table, hints: hints,
            keepsUnreadableRows: keepsUnreadableRows)
    }

    /// The fields that an input's rows may have. Costs of visits are those in Waypost's own network
    /// definition.
    static func fields(of table: String) -> [String] {
        let classes = LayerType.allCases.flatMap { AnalysisClass.all(of: $0, over: []) }
        let fields = classes.first { $0.parameter == table }?.fields ?? []
        let names = fields.filter { $0.direction != .output }.map(\.name)
        let windows = names.contains(Column.windowStart(1)) ? Column.windows : []
        return names + windows.filter { !names.contains($0) }
            + ["Attr_TravelTime", "Attr_TruckTravelTime", "Attr_WalkTime", "Attr_BicycleTime"]
    }

    /// Reads features from a file with GDAL.
    private func features(of file: VectorFile) throws -> FeaturesByKind {
        let notes = ReadingNotes()
        do {
            let features = try file.features(hints: hints, notes: notes)
            Console.note(notes.texts.map { "\(path): \($0)" })
            return features
        } catch {
            throw CommandFailure(.invalidInput, "\(path): \(error)")
        }
    }

    /// Reads features from bytes.
    static func features(
        in bytes: [UInt8], file: String, table: String? = nil, hints: FileHints = FileHints(),
        keepsUnreadableRows: Bool = false
    ) throws -> FeaturesByKind {
        let notes = ReadingNotes()
        let features: FeaturesByKind
        var reader = CSVFeatureReader()
        reader.keepsUnreadableRows = keepsUnreadableRows
        let family = sniffed(bytes)
        var isTable = family == .table
        do {
            switch family {
            case .xml: features = try gpx(bytes, isItinerary: table == "stops", hints, notes)
            case .json:
                let text = try BytePieces(bytes).decoded(hints: hints, notes: notes).joined()
                let value = try GeoJSONSequence.value(of: text)
                if let rows = JSONRows(value, named: table) {
                    isTable = true
                    var hints = hints
                    hints.encoding = nil
                    features = try reader.features(
                        Array(rows.table.utf8), hints: hints, notes: notes)
                } else {
                    features = try Self.features(
                        json: table.map { value.part(ofAnswer: [$0]) } ?? value)
                }
            case .table: features = try reader.features(bytes, hints: hints, notes: notes)
            }
        } catch {
            throw CommandFailure(.invalidInput, "\(label(of: file)): \(error)")
        }
        if !isTable, hints.coordinates != nil || hints.tableReference != nil {
            notes.add("it has shapes of its own; --field lon=… and --in-sr are for tables")
        }
        Console.note(notes.texts.map { "\(label(of: file)): \($0)" })
        return features
    }

    /// Whether bytes begin a table of comma-separated values.
    static func isTable(_ bytes: [UInt8]) -> Bool { sniffed(bytes) == .table }

    /// The name of a file in messages.
    static func label(of file: String) -> String { file == "-" ? "standard input" : file }

    private enum Family {
        case xml
        case json
        case table
    }

    /// Detects the family from the first character other than white space.
    private static func sniffed(_ bytes: [UInt8]) -> Family {
        let start = TextEncoding.marked(bytes)?.markLength ?? 0
        let first = bytes[start...].first { $0 > 0x20 }
        switch first {
        case UInt8(ascii: "<"): return .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        default: return .table
        }
    }

    /// Reads features of GeoJSON or Esri JSON.
    static func features(json value: JSONValue) throws(FeatureReadError) -> FeaturesByKind {
        // At its top level, Esri JSON has no `type` except `features`, which GeoJSON never uses.
        let type = value["type"]?.string
        if value.isGeoJSON || type != nil && type != "features" {
            return try GeoJSONReader().features(value)
        }
        var reader = EsriFeatureReader()
        reader.dropsCollapsed = true
        return split(try reader.featureSet(value))
    }

    /// Reads a GPX file's waypoints; if there are none, its route points, or else its track points.
    ///
    /// - Parameter isItinerary: Whether the places are driven to in turn. A single waypoint beside
    ///   a route, such as a driver's home, is not what to drive then.
    private static func gpx(
        _ bytes: [UInt8], isItinerary: Bool, _ hints: FileHints, _ notes: ReadingNotes
    ) throws(FeatureReadError) -> FeaturesByKind {
        var set = try GPXReader().featureSet(bytes, hints: hints, notes: notes)
        guard let kind = set.fieldIndex("Kind") else { return split(set) }
        func points(_ name: String) -> [Feature] {
            set.features.filter { $0.values[kind] == .string(name) }
        }
        let (waypoints, route) = (points("wpt"), points("rtept"))
        let follows = isItinerary && waypoints.count == 1 && route.count > 1
        if follows {
            notes.add("the \(route.count) points of its route are read, not its only waypoint")
        } else if !waypoints.isEmpty, !route.isEmpty {
            notes.add(
                "its \(waypoints.count.counted("waypoint")) are read, not the "
                    + "\(route.count.counted("point")) of its route")
        }
        let chosen = waypoints.isEmpty || follows ? route : waypoints
        if !chosen.isEmpty { set.features = chosen }
        return split(set)
    }

    /// Files a set under its kind of shape.
    static func split(_ set: FeatureSet) -> FeaturesByKind {
        let set = set.splittingMultipoints()
        return switch set.geometryType {
        case .point, .multipoint, nil: FeaturesByKind(points: set)
        case .polyline: FeaturesByKind(polylines: set)
        case .polygon: FeaturesByKind(polygons: set)
        }
    }
}

extension FeaturesByKind {
    /// The kinds of features present, in words.
    var kinds: String {
        let words = [("points", points), ("lines", polylines), ("polygons", polygons)]
            .filter { !($0.1?.features.isEmpty ?? true) }.map(\.0)
        return words.isEmpty ? "nothing" : words.joined(separator: " and ")
    }

    mutating func add(_ other: FeaturesByKind) {
        points = FeatureSet.joined([points, other.points])
        polylines = FeatureSet.joined([polylines, other.polylines])
        polygons = FeatureSet.joined([polygons, other.polygons])
    }
}

// Reads features from files; the format is detected from the content, of files of GDAL from the
// suffix too.

import Geo
import NetworkAnalysis
import RouteAPI
import VectorFiles

/// A file of stops or barriers.
struct FeatureFile {
    /// The formats that are detected.
    enum Format: Hashable {
        case csv
        case geoJSON
        case esriJSON
        case gpx
    }

    /// The path, `-` for standard input.
    let path: String
    /// The table that is taken of a file with the whole answer to a request: `stops`, `origins`.
    var table: String?
    /// What the options state of files.
    var hints = FileHints()
    /// Whether rows of a table that cannot be read stay, without a shape and with a note.
    var keepsUnreadableRows = false

    /// Reads all features, split by kind of shape. How they were read is noted on standard error,
    /// where that is not plain.
    ///
    /// - Throws: ``CommandFailure`` naming the file and the place in it.
    func features() throws -> FeaturesByKind {
        if var file = VectorFile(path) {
            file.usualLayers = [table].compactMap(\.self)
            file.knownFields = table.map(Self.fields) ?? []
            return try features(of: file)
        }
        return try Self.features(
            in: try Console.read(file: path), file: path, table: table, hints: hints,
            keepsUnreadableRows: keepsUnreadableRows)
    }

    /// The fields that rows of an input may have; costs of visits are those of the network
    /// definition that comes with Waypost.
    private static func fields(of table: String) -> [String] {
        let classes = LayerType.allCases.flatMap { AnalysisClass.all(of: $0, over: []) }
        let fields = classes.first { $0.parameter == table }?.fields ?? []
        let names = fields.filter { $0.direction != .output }.map(\.name)
        let windows = names.contains(WindowFields.start(1)) ? WindowFields.names : []
        return names + windows.filter { !names.contains($0) }
            + ["Attr_TravelTime", "Attr_TruckTravelTime", "Attr_WalkTime", "Attr_BicycleTime"]
    }

    /// Reads the features of a file that GDAL knows.
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
        do {
            switch sniffed(bytes) {
            case .xml: features = try gpx(bytes, hints, notes)
            case .json:
                let text = try BytePieces(bytes).decoded(hints: hints, notes: notes).joined()
                let value = try JSONValue.parse(text)
                features = try json(table.map { value.part(ofAnswer: [$0]) } ?? value)
            case .table:
                var reader = CSVFeatureReader()
                reader.keepsUnreadableRows = keepsUnreadableRows
                features = try reader.features(bytes, hints: hints, notes: notes)
            }
        } catch {
            throw CommandFailure(.invalidInput, "\(label(of: file)): \(error)")
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

    /// Detects the family from the first character that is not white space.
    private static func sniffed(_ bytes: [UInt8]) -> Family {
        let start = TextEncoding.marked(bytes)?.markLength ?? 0
        let first = bytes[start...].first { $0 > 0x20 }
        switch first {
        case UInt8(ascii: "<"): return .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        default: return .table
        }
    }

    private static func json(_ value: JSONValue) throws(FeatureReadError) -> FeaturesByKind {
        // Esri JSON has no "type" at its top but `features`, which GeoJSON never uses.
        if let type = value["type"]?.string, type != "features" {
            return try GeoJSONReader().features(value)
        }
        return split(try EsriFeatureReader().featureSet(value))
    }

    /// The waypoints of a GPX file; without any, its route points, or else its track points.
    private static func gpx(
        _ bytes: [UInt8], _ hints: FileHints, _ notes: ReadingNotes
    ) throws(FeatureReadError) -> FeaturesByKind {
        var set = try GPXReader().featureSet(bytes, hints: hints, notes: notes)
        guard let kind = set.fieldIndex("Kind") else { return split(set) }
        for wanted in ["wpt", "rtept"] {
            let chosen = set.features.filter { $0.values[kind] == .string(wanted) }
            if !chosen.isEmpty {
                set.features = chosen
                break
            }
        }
        return split(set)
    }

    /// A set by the kind of its shapes.
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
    /// The kinds of features in the file, in words.
    var kinds: String {
        let words = [("points", points), ("lines", polylines), ("polygons", polygons)]
            .filter { !($0.1?.features.isEmpty ?? true) }.map(\.0)
        return words.isEmpty ? "nothing" : words.joined(separator: " and ")
    }

    /// Adds the features of another set.
    mutating func add(_ other: FeaturesByKind) {
        points = FeatureSet.joined([points, other.points])
        polylines = FeatureSet.joined([polylines, other.polylines])
        polygons = FeatureSet.joined([polygons, other.polygons])
    }
}

extension FeatureSet {
    /// All features of some sets under the union of their columns; `nil` when there is no set.
    ///
    /// Shapes keep their spatial reference. Columns whose types differ become text columns, each
    /// value keeping its own type.
    static func joined(_ sets: [FeatureSet?]) -> FeatureSet? {
        let sets = sets.compactMap(\.self)
        guard var result = sets.first else { return nil }
        for set in sets.dropFirst() {
            var columns: [Int] = []
            for field in set.fields {
                if let column = result.fieldIndex(field.name) {
                    if result.fields[column].type != field.type {
                        result.fields[column].type = .string
                    }
                    columns.append(column)
                } else {
                    columns.append(result.fields.count)
                    result.fields.append(field)
                }
            }
            for row in result.features.indices {
                let missing = result.fields.count - result.features[row].values.count
                result.features[row].values += Array(repeating: .null, count: missing)
            }
            for feature in set.features {
                var values = [AttributeValue](repeating: .null, count: result.fields.count)
                for (column, value) in zip(columns, feature.values) { values[column] = value }
                let own = feature.spatialReference ?? set.spatialReference
                result.features.append(
                    Feature(
                        values: values, geometry: feature.geometry,
                        spatialReference: own == result.spatialReference ? nil : own))
            }
        }
        return result
    }
}

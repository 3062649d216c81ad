// Which rows to read from stored layers, in GeoPackage files and on servers.

import ArgumentParser
import Geo
import RouteAPI

/// A condition, a shape, an order and field names for the rows of layers.
struct RowOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "The rows to take of a layer, such as \"day = DATE '2026-03-02' AND weight > 0\"; all "
                + "by default. INPUT:CONDITION is for one of several inputs, such as "
                + "\"origins:kind = 'depot'\". Repeatable.", valueName: "condition"))
    var conditions: [String] = []

    @Option(
        help: ArgumentHelp(
            "What rows are compared with: a file with a shape, such as an area, or a box "
                + "\"xmin,ymin,xmax,ymax\" in WGS 84.", valueName: "file"))
    var within: String?

    @Option(
        name: .customLong("rel"),
        help: ArgumentHelp(
            "How the shape of --within and a row's shape relate: intersects, contains, within, "
                + "crosses, overlaps, touches, envelope-intersects.", valueName: "relation"))
    var relation: String?

    @Option(
        help: ArgumentHelp(
            "The fields that the rows are sorted by, such as \"day,arrival DESC\".",
            valueName: "fields"))
    var orderBy: String?

    @Option(
        help: ArgumentHelp(
            "A column of a layer or file under another name, such as Name=customer or "
                + "Attr_TravelTime=minutes; lon=… and lat=…, or wkt=…, name the coordinates of a "
                + "table. Repeatable.", valueName: "ours=theirs"))
    var field: [String] = []

    @Option(
        name: .customLong("in-sr"),
        help: ArgumentHelp(
            "The spatial reference of coordinates in tables: a WKID or WKT; longitude and "
                + "latitude by default.", valueName: "sr"))
    var inSR: String?

    @OptionGroup var files: FileOptions

    func validate() throws {
        if relation != nil, within == nil { throw ValidationError("--rel needs --within FILE.") }
    }

    /// Builds the selection from the options.
    ///
    /// - Throws: ``CommandFailure`` naming the option, or the file.
    func selection() throws -> RowSelection {
        var members = JSONObject()
        if let within {
            members["geometry"] = try Self.shape(in: within)
            if let relation {
                members["spatialRel"] = .string(
                    try OptionWord.relations.resolve(relation, option: "--rel"))
            }
        }
        members["orderByFields"] = orderBy.map { .string($0) }
        let pairs = try Self.pairs(field, option: "--field", example: "Name=customer")
        var hints = files.hints
        hints.coordinates = try Self.coordinates(among: pairs)
        hints.tableReference = try inSR.map { try SpatialReference.named($0, by: "--in-sr") }
        return RowSelection(
            conditions: conditions, members: members,
            mapping: FieldMapping(
                pairs.filter { Ordinate($0.ours) == nil }
                    .map { .init(field: $0.ours, column: $0.theirs) }),
            hints: hints)
    }

    /// What `--field` calls the coordinates of a table.
    private enum Ordinate {
        case x
        case y
        case text

        init?(_ name: String) {
            switch name.lowercased() {
            case "lon", "longitude", "x": self = .x
            case "lat", "latitude", "y": self = .y
            case "wkt": self = .text
            default: return nil
            }
        }
    }

    /// Finds the columns that `--field` names for coordinates.
    ///
    /// - Throws: ``CommandFailure`` if one of two is missing.
    private static func coordinates(
        among pairs: [(ours: String, theirs: String)]
    ) throws -> TableCoordinates? {
        func column(_ wanted: Ordinate) -> String? {
            pairs.last { Ordinate($0.ours) == wanted }?.theirs
        }
        if let text = column(.text) { return .text(text) }
        switch (column(.x), column(.y)) {
        case (let x?, let y?): return .pair(x: x, y: y)
        case (nil, nil): return nil
        case (let x?, nil):
            throw CommandFailure(.usage, "--field lon=\(x) needs the latitude, too: --field lat=…")
        case (nil, let y?):
            throw CommandFailure(.usage, "--field lat=\(y) needs the longitude, too: --field lon=…")
        }
    }

    /// Splits an option's texts into two names each.
    ///
    /// - Throws: ``CommandFailure`` if a text is not written `ours=theirs`.
    static func pairs(
        _ texts: [String], option: String, example: String
    ) throws -> [(ours: String, theirs: String)] {
        try texts.map { text in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
                text.index(after: equals) < text.endIndex
            else {
                throw CommandFailure(
                    .usage,
                    "\(option): \"\(text)\" has not both names; write ours=theirs, such as "
                        + "\(example)")
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }

    /// Reads a box in degrees; `nil` for another text.
    private static func box(_ text: String) throws -> JSONValue? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.filter { !$0.isWhitespace }) }
        guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
            return nil
        }
        let corners = [(numbers[0], numbers[1]), (numbers[2], numbers[3])]
        guard numbers[0] <= numbers[2], numbers[1] <= numbers[3],
            corners.allSatisfy({ Coordinate(x: $0, y: $1).onEarth != nil })
        else {
            throw CommandFailure(
                .usage,
                "--within: \"\(text)\" is no box; write xmin,ymin,xmax,ymax in degrees, such as "
                    + "-8.7,41.1,-8.5,41.2")
        }
        return [
            "xmin": .number(numbers[0]), "ymin": .number(numbers[1]),
            "xmax": .number(numbers[2]), "ymax": .number(numbers[3]),
            "spatialReference": ["wkid": 4326],
        ]
    }

    /// Joins a file's polygons, lines or points into one shape.
    private static func shape(in file: String) throws -> JSONValue {
        if let box = try box(file) { return box }
        let found = try FeatureFile(path: file).features()
        let sets = [found.polygons, found.polylines, found.points].compactMap(\.self)
            .filter { !$0.features.isEmpty }
        guard sets.count == 1, let set = sets.first else {
            throw CommandFailure(
                .invalidInput,
                "--within \(FeatureFile.label(of: file)) holds \(found.kinds); shapes of one kind "
                    + "are needed")
        }
        guard set.features.allSatisfy({ $0.spatialReference == nil }) else {
            throw CommandFailure(
                .invalidInput,
                "--within \(FeatureFile.label(of: file)) has shapes in several spatial references")
        }
        var parts: [[Coordinate]] = []
        var places: [Coordinate] = []
        for feature in set.features {
            switch feature.geometry {
            case .polygon(let rings)?: parts += rings
            case .polyline(let paths, _)?: parts += paths
            case .point(let place)?: places.append(place)
            case .multipoint(let all)?: places += all
            case .empty?, nil: continue
            }
        }
        let shape: Geometry =
            !places.isEmpty
            ? .multipoint(places)
            : set.geometryType == .polyline ? .polyline(paths: parts) : .polygon(rings: parts)
        var writer = JSONWriter()
        writer.esriGeometry(shape, spatialReference: set.spatialReference)
        return try JSONValue.parse(writer.bytes)
    }
}

/// Which rows to read from stored layers, as members of a layer definition, and how the fields of
/// layers and files are called.
struct RowSelection {
    private let conditions: [String]
    private let members: JSONObject
    private let mapping: FieldMapping
    /// How to read files, from the options.
    let hints: FileHints

    /// Selects all rows.
    ///
    /// - Parameter hints: How to read files, from the options.
    init(hints: FileHints = FileHints()) {
        self.init(conditions: [], members: JSONObject(), hints: hints)
    }

    /// - Parameters:
    ///   - conditions: The conditions; a condition for only one input follows its name and a colon.
    ///   - members: The other members, without the fields' names.
    ///   - mapping: The fields with other names.
    ///   - hints: How to read files, from the options.
    init(
        conditions: [String], members: JSONObject, mapping: FieldMapping = FieldMapping(),
        hints: FileHints
    ) {
        self.conditions = conditions
        self.members = members
        self.mapping = mapping
        self.hints = hints
    }

    /// The prefix that marks a server's stored layer.
    static let prefix = "layer:"

    /// Whether an argument names a server's stored layer.
    static func isLayer(_ argument: String) -> Bool {
        argument.lowercased().hasPrefix(prefix)
    }

    /// Builds the definition of a layer's rows for an input.
    func definition(ofLayer name: String, for input: String) -> JSONObject {
        var definition = JSONObject()
        definition["type"] = .string("layer")
        definition["layerName"] = .string(name)
        definition["where"] = condition(for: input).map { .string($0) }
        for member in members.members { definition[member.key] = member.value }
        if !mapping.isEmpty {
            var names = JSONObject()
            for entry in mapping.entries { names[entry.field] = .string(entry.column) }
            definition["fieldMappings"] = .object(names)
        }
        return definition
    }

    /// Returns the rows of a file under the names that requests read.
    ///
    /// - Throws: ``CommandFailure`` if the rows lack a column that `--field` names.
    func renaming(_ rows: FeatureSet, of label: String) throws -> FeatureSet {
        try mapping.requireColumns(among: rows.fields.map(\.name), of: label)
        return mapping.isEmpty ? rows : mapping.renaming(rows)
    }

    /// Returns the only argument's definition as JSON if it is a server's stored layer.
    ///
    /// - Throws: ``CommandFailure`` if there are other arguments.
    func definition(among arguments: [String], of input: String) throws -> String? {
        guard let layer = arguments.first(where: Self.isLayer) else { return nil }
        guard arguments.count == 1 else {
            throw CommandFailure(
                .usage,
                "--\(input) \(layer) cannot be combined with other \(input): a stored layer of a "
                    + "server must be the only source of an input")
        }
        let name = String(layer.dropFirst(Self.prefix.count))
        return JSONValue.object(definition(ofLayer: name, for: input)).text
    }

    /// Checks that options for rows come with a layer, and names of fields with a layer or a file.
    ///
    /// - Throws: ``CommandFailure`` if no argument is a layer or a file.
    func requireSource(among arguments: [String]) throws {
        if !conditions.isEmpty || members.count > 0,
            !arguments.contains(where: { Self.isLayer($0) || StoredFile($0) != nil })
        {
            throw CommandFailure(
                .usage,
                "--where, --within and --order-by need a layer, and no argument names one; give "
                    + "FILE.gpkg#LAYER, or layer:NAME on a server")
        }
        let isNamed = hints.coordinates != nil || hints.tableReference != nil
        if isNamed,
            arguments.allSatisfy({
                Self.isLayer($0) || StoredFile($0) != nil || PlaceArgument.isPlace($0)
            })
        {
            throw CommandFailure(
                .usage,
                "--field lon=… and --in-sr need a table, and no argument names one; give a file")
        }
        if !mapping.isEmpty, arguments.allSatisfy(PlaceArgument.isPlace) {
            throw CommandFailure(
                .usage,
                "--field needs a file or a layer, and no argument names one; give a file, or "
                    + "layer:NAME on a server")
        }
    }

    /// The last condition for an input, or else the last for all inputs.
    private func condition(for input: String) -> String? {
        let prefix = "\(input):"
        if let own = conditions.last(where: { $0.lowercased().hasPrefix(prefix) }) {
            return String(own.dropFirst(prefix.count))
        }
        return conditions.last { !Self.isForOneInput($0) }
    }

    private static func isForOneInput(_ condition: String) -> Bool {
        LayerOperation.inputFields.contains { condition.lowercased().hasPrefix("\($0):") }
    }
}

extension FieldMapping {
    /// Checks that rows have the columns that `--field` names.
    ///
    /// - Throws: ``CommandFailure`` naming the option and the fields of the rows.
    func requireColumns(among names: [String], of source: String) throws {
        guard let missing = entryWithoutColumn(among: names) else { return }
        throw CommandFailure(
            .invalidInput,
            "--field \(missing.field)=\(missing.column): \(source) has no such field; it has "
                + names.joined(separator: ", "))
    }
}

extension OptionWord {
    /// The spatial relations.
    static let relations = OptionWord(
        prefix: "esriSpatialRel", words: SpatialRelation.allCases.map(\.rawValue),
        short: [
            "intersects": SpatialRelation.intersects.rawValue,
            "contains": SpatialRelation.contains.rawValue,
            "within": SpatialRelation.within.rawValue,
            "crosses": SpatialRelation.crosses.rawValue,
            "overlaps": SpatialRelation.overlaps.rawValue,
            "touches": SpatialRelation.touches.rawValue,
            "envelope-intersects": SpatialRelation.envelopeIntersects.rawValue,
        ])
}

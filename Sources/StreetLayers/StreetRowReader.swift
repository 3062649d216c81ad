// Reads one layer's rows as tags.

import Geo

/// Reads a layer's rows as tags.
struct StreetRowReader {
    private let fields: StreetFields
    private let schema: StreetSchema?
    private let layerName: String
    private let columnNames: [String]
    /// Each tag's columns, by place.
    private let sources: [(key: String, columns: [Int])]
    private let classColumns: [(name: String, place: Int)]
    private let otherTags: Int?
    private let levelColumns: (from: Int, to: Int)?
    private let idColumn: Int?
    private let directions: StreetDirections

    /// Finds the columns.
    ///
    /// - Throws: ``StreetLayerError`` if the fields name a column the layer lacks.
    init(_ fields: StreetFields, _ survey: StreetSurvey) throws(StreetLayerError) {
        self.fields = fields
        layerName = survey.name
        columnNames = survey.columns
        let places = survey.places
        func place(_ column: String, of tag: String) throws(StreetLayerError) -> Int {
            if let place = places[column.lowercased()] { return place }
            throw StreetLayerError(
                "\(survey.name) has no column \"\(column)\", which is to be \(tag); it has "
                    + Self.list(survey.columns))
        }
        let schema = StreetSchema.allCases.first { schema in
            schema.classColumns.allSatisfy { places[$0] != nil }
        }
        self.schema = schema
        let known = fields.columns["highway"] == nil ? schema?.classColumns ?? [] : []
        classColumns = known.compactMap { name in places[name].map { (name, $0) } }
        otherTags = places["other_tags"]
        var sources: [(key: String, columns: [Int])] = []
        for (tag, column) in fields.columns.sorted(by: { $0.key < $1.key }) {
            var found: [Int] = []
            for name in column.names { found.append(try place(name, of: tag)) }
            sources.append((tag, found))
        }
        for tag in StreetSchema.tags where fields.columns[tag] == nil && tag != "highway" {
            let names =
                (schema?.columns[tag] ?? [])
                + (StreetSchema.aliases[tag] ?? (schema == nil ? [] : [tag]))
            if let found = names.lazy.compactMap({ places[$0] }).first {
                sources.append((tag, [found]))
            }
        }
        self.sources = sources
        if let levels = fields.levels {
            levelColumns = (
                try place(levels.from, of: "a level"), try place(levels.to, of: "a level")
            )
        } else {
            levelColumns =
                StreetSchema.levels.lazy.compactMap { from, to in
                    places[from].flatMap { from in places[to].map { (from, $0) } }
                }.first
        }
        idColumn =
            try fields.id.map { id throws(StreetLayerError) in try place(id, of: "an id") }
            ?? StreetSchema.ids.lazy.compactMap { places[$0] }.first
        let direction = sources.first { $0.key == "oneway" }?.columns.first
        directions = StreetDirections(
            hasCodes: direction.map(survey.codedColumns.contains) ?? false)
    }

    /// The names of columns with directions, in small letters.
    static func directionColumns(_ fields: StreetFields) -> Set<String> {
        let named = fields.columns["oneway"]?.names.map { $0.lowercased() }
        return Set(named ?? StreetSchema.aliases["oneway"] ?? [])
    }

    /// The name of the column with the streets' ids; `nil` if there is none.
    var idName: String? { idColumn.map { columnNames[$0] } }

    /// Returns a row's id; null without a column of ids.
    func id(of row: Feature) -> AttributeValue { idColumn.map { row.values[$0] } ?? .null }

    /// Returns a row's tags, sorted by key; without `highway` if it has no class.
    func tags(of row: Feature) -> [StreetTag] {
        var found: [String: String] = fields.constants
        if let otherTags, let text = StreetValue.text(row.values[otherTags]) {
            for (key, value) in StreetValue.pairs(text) { found[key] = value }
        }
        for (name, place) in classColumns {
            guard let schema, let text = StreetValue.text(row.values[place]) else { continue }
            if let word = fields.values["highway"]?[text.lowercased()] {
                found["highway"] = word
            } else {
                for tag in schema.tags(of: text, in: name) { found[tag.key] = tag.value }
            }
        }
        for (key, columns) in sources {
            let texts = columns.compactMap { StreetValue.text(row.values[$0]) }
            guard texts.contains(where: { !isMissing($0) }) else { continue }
            let text = texts.joined(separator: " ")
            if let word = fields.values[key]?[text.lowercased()] {
                found[key] = word
            } else if key == "oneway" {
                directions.add(text, to: &found)
            } else if let value = StreetValue.value(text, of: key, unit: fields.units[key]) {
                found[key] = value
            }
        }
        return found.filter { !$0.value.isEmpty }.map { StreetTag(key: $0.key, value: $0.value) }
            .sorted { $0.key < $1.key }
    }

    private func isMissing(_ text: String) -> Bool {
        schema?.missingWords.contains(text.lowercased()) == true
    }

    /// Returns the levels at a row's first and last vertex; 0 if it says nothing.
    func levels(of row: Feature) -> (from: Int, to: Int) {
        guard let levelColumns else { return (0, 0) }
        return (
            StreetValue.level(row.values[levelColumns.from]),
            StreetValue.level(row.values[levelColumns.to])
        )
    }

    /// Says why no row is a street, and what would work.
    ///
    /// - Parameter withoutClass: Whether rows have lines, but no class.
    func noStreets(withoutClass: Bool) -> StreetLayerError {
        guard withoutClass else {
            return StreetLayerError(
                "\(layerName) has no line with a length, between the longitudes -180 and 180 and "
                    + "the latitudes -90 and 90. If it has other coordinates, the file must say "
                    + "which, as a .prj file does beside a shapefile")
        }
        let named = sources.first { $0.key == "highway" }?.columns
        let columns = (named ?? classColumns.map(\.place)).map { columnNames[$0] }
        let fault =
            columns.isEmpty
            ? "no column says which class of street a row is"
            : "no row has a class of streets in \(Self.list(columns))"
        return StreetLayerError(
            "\(layerName): \(fault). Name the class in a file for "
                + "--fields, such as \"columns: { highway: CLASS }\" with "
                + "\"values: { highway: { 1: motorway, 2: residential } }\", or give all rows one: "
                + "\"constants: { highway: residential }\". The columns are "
                + Self.list(columnNames))
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(30).map { "\"\($0.prefix(60))\"" }.joined(separator: ", ")
        return names.isEmpty ? "none" : names.count > 30 ? shown + " …" : shown
    }
}

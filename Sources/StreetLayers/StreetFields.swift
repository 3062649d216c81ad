// What a file says about a layer's columns: which of them become which tags.

package import DefinitionFiles

/// A tag of OpenStreetMap.
struct StreetTag: Hashable, Sendable {
    var key: String
    var value: String
}

/// Which columns become which tags. What is not said is known from the columns' names
/// (``StreetSchema``).
///
/// ```yaml
/// attribution: City of Exampleton, CC BY 4.0
/// id: STREET_ID                        # whole positive numbers, each once
/// snap: 0.5                            # meters: ends of lines that belong together
/// levels: { from: F_ZLEV, to: T_ZLEV } # lines meet on the same level only
/// columns:                             # a tag, and its column
///   name: PREFIX + STREET + TYPE
///   highway: CLASS
///   maxspeed: SPEED
///   oneway: DIR
/// values:                              # what a column's values are in OpenStreetMap
///   highway: { 1: motorway, 2: primary, 9: residential }
/// units: { maxspeed: mph }             # written behind numbers
/// constants: { highway: residential }  # where the row says nothing
/// ```
package struct StreetFields: Sendable {
    /// A tag's columns; several are joined by blanks.
    struct Column: Hashable, Sendable {
        var names: [String]
    }

    /// Whom answers and pictures name as the source; `nil` if the file says nothing.
    package private(set) var attribution: String?
    /// The column with the streets' ids.
    private(set) var id: String?
    /// Line ends within so many meters are one place.
    private(set) var snapMeters = 0.0
    private(set) var levels: (from: String, to: String)?
    private(set) var columns: [String: Column] = [:]
    private(set) var values: [String: [String: String]] = [:]
    private(set) var units: [String: String] = [:]
    private(set) var constants: [String: String] = [:]

    /// Says nothing: all columns are known from their names.
    package init() {}

    /// Reads a file's text.
    ///
    /// - Throws: ``InvalidDefinitions`` with every fault and its line.
    package init(text: String, file: String) throws(InvalidDefinitions) {
        let problems = ProblemList(file: file)
        if var reader = MappingReader(
            text: text, needing: "name the columns, such as \"columns: { highway: CLASS }\"",
            problems: problems)
        {
            read(&reader)
            reader.finish()
        }
        guard problems.problems.isEmpty else {
            throw InvalidDefinitions(problems: problems.problems)
        }
    }

    private mutating func read(_ reader: inout MappingReader) {
        attribution = reader.text("attribution")
        id = reader.text("id")
        snapMeters = reader.number("snap", in: 0...20) ?? 0
        if var levels = reader.mapping("levels") {
            if let from = levels.required("from"), let to = levels.required("to") {
                self.levels = (from, to)
            }
            levels.finish()
        }
        for (tag, column) in reader.texts("columns") ?? [] {
            let names = column.value.split(separator: "+").map { Self.trimmed($0) }
            columns[tag] = Column(names: names.filter { !$0.isEmpty })
        }
        for (tag, unit) in reader.texts("units") ?? [] { units[tag] = unit.value }
        for (tag, value) in reader.texts("constants") ?? [] { constants[tag] = value.value }
        guard var tags = reader.mapping("values") else { return }
        for tag in Set(columns.keys).union(StreetSchema.tags).sorted() {
            guard let words = tags.texts(tag) else { continue }
            values[tag] = Dictionary(
                words.map { ($0.key.lowercased(), $0.value.value) }, uniquingKeysWith: { $1 })
        }
        tags.finish()
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

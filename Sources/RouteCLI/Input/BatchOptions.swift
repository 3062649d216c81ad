// The options of `waypost batch`: its rows, its groups and its outputs.

import ArgumentParser
import Batches
import FeatureStore
import Geo

/// The rows of a batch, and how they are grouped.
struct BatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A layer of a GeoPackage with the stops of all routes; the name of the layer may be "
                + "left out where there is one alone.", valueName: "file.gpkg#layer"))
    var layer: String?

    @Option(
        name: .customLong("stops"),
        help: ArgumentHelp(
            "A file with the stops of all routes, in place of --layer: CSV, GeoJSON, Esri JSON or "
                + "GPX; - is standard input.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Trips in place of stops, for their totals alone: a CSV file or a layer of a GeoPackage "
                + "with FromX, FromY, ToX and ToY in longitude and latitude, or a layer of lines.",
            valueName: "file"))
    var pairs: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "The rows to take, such as \"day = DATE '2026-03-02' AND weight > 0\"; all by default.",
            valueName: "condition"))
    var condition: String?

    @Option(
        help: ArgumentHelp(
            "The field whose values group the rows: one route for each value.",
            valueName: "field"))
    var groupBy = "RouteName"

    @Option(
        help: ArgumentHelp(
            "A field under another name, such as Name=customer or Attr_TravelTime=minutes. "
                + "Repeatable.", valueName: "ours=theirs"))
    var field: [String] = []

    @Option(
        help: ArgumentHelp(
            "How many routes are found at once; by default as many as there are cores.",
            valueName: "n"))
    var threads: Int?

    func validate() throws {
        let given = [layer, file, pairs].compactMap(\.self)
        if given.isEmpty {
            throw ValidationError(
                "No stops are given; use --layer FILE.gpkg#LAYER or --stops FILE.")
        }
        if given.count > 1 {
            throw ValidationError("--layer, --stops and --pairs cannot be combined.")
        }
        if let threads, !(1...256).contains(threads) {
            throw ValidationError("--threads must be from 1 to 256.")
        }
        do {
            _ = try fieldMapping
        } catch let failure as CommandFailure {
            throw ValidationError(failure.message)
        }
    }

    /// The fields under other names.
    var fieldMapping: FieldMapping {
        get throws { try FieldMapping(field) }
    }

    /// The rows by group.
    ///
    /// - Parameter mostRows: The most rows of a group.
    /// - Throws: ``CommandFailure`` naming the file, the layer, the field or the place in the
    ///   condition; `FeatureStoreError` for a layer that cannot be read.
    func source(mostRows: Int) throws -> any BatchSource {
        if let layer {
            let reference = LayerReference(layer)
            let store = try GeoPackageStore(path: reference.path, access: .readOnly)
            return try LayerGroups(
                store: store, layer: reference.layer(in: store), where: condition,
                groupedBy: groupBy, mostRows: mostRows)
        }
        guard let file else { throw CommandFailure(.usage, "no stops are given") }
        let stops = LocationArguments(noun: "stops")
        guard let features = try stops.features(ofFile: file) else {
            throw CommandFailure(
                .invalidInput, "\(FeatureFile.label(of: file)) has no rows; stops are needed")
        }
        return try FileGroups(
            features, where: clause(), groupedBy: groupBy, mostRows: mostRows)
    }

    /// The option that names the rows.
    var sourceOption: String { pairs != nil ? "--pairs" : layer != nil ? "--layer" : "--stops" }

    /// The rows as the settings of a batch name them: without folders, which do not matter.
    var sourceName: String {
        let text = layer ?? file ?? pairs ?? ""
        return text.split(separator: "/").last.map(String.init) ?? text
    }

    /// The error for a source without rows.
    var withoutRows: CommandFailure {
        CommandFailure(
            .invalidInput,
            "\(sourceName): no row" + (condition.map { " meets --where \"\($0)\"" } ?? ""))
    }

    private func clause() throws -> WhereClause? {
        guard let condition else { return nil }
        do throws(WhereError) {
            return try WhereClause(condition)
        } catch {
            throw FeatureStoreError.badWhere(
                condition, problem: error.problem, position: error.position)
        }
    }
}

/// A layer of a GeoPackage as options name it, `FILE.gpkg#LAYER`.
struct LayerReference: Hashable {
    /// The file.
    let path: String
    /// The name of the layer, if there is one.
    let name: String?

    init(_ text: String) {
        if let cut = text.lastIndex(of: "#") {
            path = String(text[..<cut])
            let name = text[text.index(after: cut)...]
            self.name = name.isEmpty ? nil : String(name)
        } else {
            path = text
            name = nil
        }
    }

    /// The name of the layer, which may be left out where there is one alone.
    ///
    /// - Throws: ``CommandFailure`` with the names of the layers; `FeatureStoreError` for a store
    ///   that cannot be read.
    func layer(in store: any LayerStore) throws -> String {
        if let name { return name }
        let names = try store.layers().map(\.name)
        if names.count == 1 { return names[0] }
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        throw CommandFailure(
            .usage, "\(path): no layer is named; write \(path)#LAYER. The layers are: \(list)")
    }
}

/// Fields of rows under the names that a request reads.
struct FieldMapping: Hashable {
    /// A field of a request, and the field of the rows that has its values.
    struct Pair: Hashable {
        var own: String
        var given: String
    }

    let pairs: [Pair]

    /// Reads pairs `ours=theirs`.
    ///
    /// - Throws: ``CommandFailure`` for a text that is none.
    init(_ texts: [String]) throws {
        pairs = try texts.map { text in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
                text.index(after: equals) < text.endIndex
            else {
                throw CommandFailure(
                    .usage,
                    "--field: \"\(text)\" is not written ours=theirs, such as Name=customer")
            }
            return Pair(
                own: String(text[..<equals]), given: String(text[text.index(after: equals)...]))
        }
    }

    /// Checks that the rows have the fields.
    ///
    /// - Throws: ``CommandFailure`` with the names of the fields.
    func check(_ names: [String]) throws {
        let known = Set(names.map { $0.lowercased() })
        for pair in pairs where !known.contains(pair.given.lowercased()) {
            throw CommandFailure(
                .invalidInput,
                "--field \(pair.own)=\(pair.given): the rows have no field \"\(pair.given)\". "
                    + "They have: \(names.joined(separator: ", "))")
        }
    }

    /// The names that the rows have for some fields.
    func names(for fields: [String]) -> [String] {
        fields.map { field in
            pairs.last { $0.own.lowercased() == field.lowercased() }?.given ?? field
        }
    }

    /// The rows with further columns under the names that a request reads; those that are there
    /// stay. A column that a request would read, and that is mapped, is replaced.
    func applied(to set: FeatureSet) -> FeatureSet {
        var set = set
        for pair in pairs {
            guard let given = set.fieldIndex(pair.given) else { continue }
            let field = Field(pair.own, set.fields[given].type)
            let own = set.fieldIndex(pair.own)
            if let own { set.fields[own] = field } else { set.fields.append(field) }
            for row in set.features.indices {
                let value = set.features[row].values[given]
                if let own {
                    set.features[row].values[own] = value
                } else {
                    set.features[row].values.append(value)
                }
            }
        }
        return set
    }
}

// The options of `waypost batch` for its rows and groups.

import ArgumentParser
import Batches
import FeatureStore
import Foundation
import Geo
import PublishedServices
import RouteAPI
import RouteService

/// A batch's rows, and how to group them.
struct BatchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A layer of a GeoPackage or a database, postgres://HOST/DATABASE#LAYER, with the stops "
                + "of all routes; the name of the layer may be left out where there is one alone. "
                + "layer:NAME is a stored layer of --server.",
            valueName: "file.gpkg#layer"))
    var layer: String?

    @Option(
        name: .customLong("stops"),
        help: ArgumentHelp(
            "A file with the stops of all routes: CSV, GeoJSON, Esri JSON, GPX or a GeoPackage; - "
                + "is standard input.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Trips in place of stops, for their totals alone: a CSV file or a layer of a "
                + "GeoPackage with FromX, FromY, ToX and ToY in longitude and latitude, or a layer "
                + "of lines.",
            valueName: "file"))
    var pairs: String?

    @OptionGroup var selection: RowOptions

    @Option(
        help: ArgumentHelp(
            "The field whose values group the rows: one route for each value.",
            valueName: "field"))
    var groupBy = "RouteName"

    @Option(
        help: ArgumentHelp(
            "How many routes are found at once; by default as many as there are cores. In a "
                + "job, the server's workers decide.",
            valueName: "n"))
    var threads: Int?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Send all routes to --server as one job, which all workers of its queue share; the "
                + "default if the server has jobs. --no-as-job asks for each route by itself."))
    var asJob: Bool?

    /// The number of routes searched at once.
    var routesAtOnce: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

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
    }

    /// The argument that names the rows.
    var argument: String { layer ?? file ?? pairs ?? "" }

    /// The option that names the rows.
    var option: String { pairs != nil ? "--pairs" : layer != nil ? "--layer" : "--stops" }

    /// The rows' name in messages and in a batch's settings, without folders and passwords.
    var sourceName: String { StoredFile.sourceName(of: argument) }

    /// The error if the source has no rows.
    var withoutRows: CommandFailure {
        CommandFailure(
            .invalidInput,
            "\(sourceName): no row" + (selection.conditions.isEmpty ? "" : " meets the conditions"))
    }

    /// Describes which rows to read, and fields with other names, as members of a layer definition.
    ///
    /// - Parameter name: The layer's name.
    /// - Throws: ``CommandFailure`` naming the option, or the file.
    func definition(ofLayer name: String) throws -> JSONObject {
        try selection.selection().definition(ofLayer: name, for: RouteParameters.stopsName)
    }

    /// Opens the rows by group.
    ///
    /// - Parameters:
    ///   - mostRows: The most rows in a group.
    ///   - source: Where routes are found; `layer:NAME` is a stored layer there.
    /// - Throws: ``CommandFailure`` naming the file, the layer or the option; `FeatureStoreError`
    ///   naming the field or the place in the condition; `RouteTaskError` from a server.
    func source(mostRows: Int, on source: AnalysisSource) async throws -> any BatchSource {
        if let layer, RowSelection.isLayer(layer) {
            let rows = try await ServedRows(
                layer, option: "--layer", selection: try selection.selection(), on: source)
            return try FileGroups(
                rows.features, ids: rows.ids, where: nil, groupedBy: groupBy,
                mostRows: mostRows)
        }
        if let stored = StoredFile(argument) {
            let store = try stored.open()
            let wanted = try query(ofLayer: stored.layerName(in: store))
            return try LayerGroups(store: store, wanted, groupedBy: groupBy, mostRows: mostRows)
        }
        if layer != nil {
            throw CommandFailure(
                .invalidInput,
                "--layer \(argument) is not a GeoPackage; give other files by --stops")
        }
        let rows = RowSelection(hints: try selection.selection().hints)
        let arguments = LocationArguments(
            noun: "stops", rows: rows, keepsUnreadableRows: true,
            remedy: { _ in "groups of stops are read from a table with a column for the group" })
        guard let features = try arguments.features(ofFile: argument) else {
            throw CommandFailure(
                .invalidInput, "\(FeatureFile.label(of: argument)) has no rows; stops are needed")
        }
        let wanted = try query(ofLayer: "stops")
        guard wanted.geometry == nil, wanted.orderBy.isEmpty else {
            throw CommandFailure(
                .usage,
                "--within and --order-by are for layers; copy \(sourceName) into one by waypost "
                    + "layers import, and give that by --layer")
        }
        return try FileGroups(
            features, where: wanted.where, groupedBy: groupBy, mostRows: mostRows)
    }

    /// Builds the query for a layer's rows.
    ///
    /// - Throws: ``CommandFailure`` naming the option; `RouteRequestError` naming its value.
    func query(ofLayer name: String) throws -> LayerQuery {
        let wanted = try StoredLayerQuery(definition(ofLayer: name))
            .definition(of: RouteParameters.stopsName)
        return LayerQuery(wanted.selection, of: name)
    }

    /// Returns the fields with other names.
    ///
    /// - Throws: ``CommandFailure`` if an option is not written `ours=theirs`.
    func mapping() throws -> FieldMapping {
        try StoredLayerQuery(definition(ofLayer: "stops"))
            .definition(of: RouteParameters.stopsName).mapping
    }
}

// Encodes an answer in each of its formats.

import Batches
import Geo
import Pictures
import Preparation
import RouteAPI

/// Writes the answer about routes through stops.
struct AnswerFile: WritableAnswer {
    static let formats = OutputFormat.allCases

    let solution: Solution
    /// The length unit in directions, if known.
    var lengthUnits: NetworkUnit?
    /// The table for formats that hold only one; `nil` for each format's default.
    var table: ShownTable?
    /// Whether texts that a spreadsheet would run go into CSV unchanged.
    var hasFormulas = false
    /// Streets to draw below the routes.
    var streets: [StreetLine] = []

    var outcome: Outcome { solution.isPartial ? .partial : .answered }

    var mainTable: String { (table ?? ShownTable.usual(in: .esri)).rawValue }

    func write(_ format: OutputFormat, to sink: ByteSink) throws {
        try sink.write(bytes(format))
    }

    /// Encodes the answer in a format.
    func bytes(_ format: OutputFormat) -> [UInt8] {
        switch format {
        case .answer: solution.esriJSON(pretty: true) + [0x0A]
        case .esri:
            AnswerTables(solution.result).esriJSON(mainTable)
        case .kml: AnswerTables(solution.result).kml(named: "Routes")
        case .geojson: AnalysisResultWriter.geoJSON(solution.result) + [0x0A]
        case .gpx: Array(gpx.utf8)
        case .csv: Array(csv.utf8)
        case .text:
            Array(
                AnswerText(
                    solution.result, lengthUnits: lengthUnits, remarks: solution.remarks
                ).text.utf8)
        case .gpkg, .shp, .fgb, .xlsx:
            preconditionFailure("\(format.rawValue) is no stream of bytes")
        case .svg: Array(AnswerDrawing(file: solution.result, streets: streets).document.utf8)
        }
    }

    /// Routes as tracks, directions as route points, stops as waypoints.
    var gpx: String {
        var writer = GPXWriter()
        if let stops = solution.result.stops {
            for feature in stops.features {
                guard case .point(let coordinate)? = feature.geometry else { continue }
                writer.addWaypoint(
                    GPXWriter.Point(
                        coordinate, name: stops.string("Name", of: feature),
                        extensions: inputs(of: feature, in: stops)))
            }
        }
        for directions in solution.result.directions ?? [] {
            let points = directions.steps.compactMap { step in
                step.line.first.map { GPXWriter.Point($0, description: step.text) }
            }
            if !points.isEmpty { writer.addRoute(name: directions.routeName, points: points) }
        }
        if let routes = solution.result.routes {
            for feature in routes.features {
                guard case .polyline(let paths, _)? = feature.geometry else { continue }
                writer.addTrack(
                    name: routes.string("Name", of: feature) ?? "Route",
                    paths: paths)
            }
        }
        return writer.text(creator: "Waypost")
    }

    /// The stop's own values: read as input, the file then gives the same answer.
    private func inputs(of stop: Feature, in stops: FeatureSet) -> [(name: String, value: String)] {
        let dates = solution.result.dateTexts
        return zip(stops.fields, stop.values).compactMap { field, value in
            guard Self.isInput(field.name) else { return nil }
            switch value {
            case .null: return nil
            case .date(let time): return (field.name, dates.text(time, of: field.name))
            case .integer, .double, .string: return (field.name, CSVFeatureWriter.cell(value))
            }
        }
    }

    /// Whether a stop field is an input and can name an XML element.
    private static func isInput(_ name: String) -> Bool {
        let inputs: Set = [
            "RouteName", "CurbApproach", "LocationType", "Bearing", "BearingTol", "After",
        ]
        let isWord = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        return inputs.contains(name) || Column.windows.contains(name)
            || name.hasPrefix("Attr_") && isWord
    }

    /// The chosen table, or only a header if the answer does not contain it.
    var csv: String {
        let set: FeatureSet? =
            switch table ?? ShownTable.usual(in: .csv) {
            case .stops: solution.result.stops
            case .routes: solution.result.routes
            case .directions: solution.result.directions.map(FeatureSet.init(tableOf:))
            case .legs: solution.result.legs
            case .events: solution.result.events
            case .spans: solution.result.spans
            }
        let writer = CSVFeatureWriter(
            decimals: 7, dates: solution.result.dateTexts, hasFormulas: hasFormulas)
        return set.map { writer.text($0) } ?? ""
    }
}

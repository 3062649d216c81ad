// Encodes an answer in each of its formats.

import Geo
import Pictures
import RouteAPI

/// Writes the answers of routes through stops.
struct AnswerFile: WritableAnswer {
    static let formats = OutputFormat.allCases

    let solution: Solution
    /// The unit of lengths in directions, if known.
    var lengthUnits: NetworkUnit?
    /// The table of the CSV output.
    var table = AnswerTable.stops
    /// Streets to draw below the routes.
    var streets: [StreetLine] = []

    var outcome: Outcome { solution.isPartial ? .partial : .answered }

    func write(_ format: OutputFormat, to sink: ByteSink) throws {
        try sink.write(bytes(format))
    }

    /// The answer in a format.
    func bytes(_ format: OutputFormat) -> [UInt8] {
        switch format {
        case .esri: solution.esriJSON(pretty: true) + [0x0A]
        case .geojson: AnalysisResultWriter.geoJSON(solution.result) + [0x0A]
        case .gpx: Array(gpx.utf8)
        case .csv: Array(csv.utf8)
        case .text:
            Array(
                AnswerText(
                    solution.result, lengthUnits: lengthUnits, remarks: solution.remarks
                ).text.utf8)
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
                    GPXWriter.Point(coordinate, name: stops.string("Name", of: feature)))
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

    /// The chosen table; only a header when the answer does not contain it.
    var csv: String {
        let set: FeatureSet? =
            switch table {
            case .stops: solution.result.stops
            case .routes: solution.result.routes
            case .directions: solution.result.directions.map(FeatureSet.init(tableOf:))
            case .legs: solution.result.legs
            case .events: solution.result.events
            case .spans: solution.result.spans
            }
        return set.map { CSVFeatureWriter(decimals: 7).text($0) } ?? ""
    }
}

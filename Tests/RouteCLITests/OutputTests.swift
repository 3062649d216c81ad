// Tests answers in every format.

import Foundation
import Geo
import Pictures
import RouteAPI
import Testing

@testable import RouteCLI

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct OutputTests {
    /// Two routes, odd names, barriers of all kinds, and a stop left out.
    private var result: AnalysisResult {
        var result = AnalysisResult()
        let line = [Coordinate(x: 7.42, y: 43.73), Coordinate(x: 7.43, y: 43.74)]
        func set(
            _ type: GeometryType, _ fields: [Field], _ rows: [([AttributeValue], Geometry?)]
        ) -> FeatureSet {
            FeatureSet(
                geometryType: type, spatialReference: .wgs84, fields: fields,
                features: rows.map { Feature(values: $0.0, geometry: $0.1) })
        }
        result.routes = set(
            .polyline,
            [
                Field("ObjectID", .objectID), Field("Name", .string),
                Field("Total_TravelTime", .double), Field("Total_Kilometers", .double),
            ],
            [
                (
                    [.integer(1), .string("A & <B>"), .double(12.34), .null],
                    .polyline(paths: [line])
                ),
                ([.integer(2), .string("C"), .null, .null], .empty),
            ])
        result.stops = set(
            .point,
            [Field("Name", .string), Field("Sequence", .integer), Field("Status", .integer)],
            [
                ([.string("A & \"1\""), .integer(1), .integer(0)], .point(line[0])),
                ([.string("<B>"), .null, .integer(1)], .point(line[1])),
                ([.string("nowhere"), .null, .integer(1)], nil),
            ])
        let kind = [Field("BarrierType", .integer)]
        result.barriers.point = set(
            .point, kind, [([.integer(0)], .point(line[0])), ([.integer(2)], .point(line[1]))])
        result.barriers.line = set(.polyline, kind, [([.integer(0)], .polyline(paths: [line]))])
        result.barriers.polygon = set(
            .polygon, kind,
            [([.integer(1)], .polygon(rings: [line + [Coordinate(x: 7.43, y: 43.73), line[0]]]))])
        result.directions = [
            RouteDirections(
                routeID: 1, routeName: "A & <B>", totalLength: 1.5, totalTimeMinutes: 12.34,
                totalDriveTimeMinutes: 12.34, envelope: Envelope(line), spatialReference: .wgs84,
                steps: [
                    DirectionStep(
                        length: 0, timeMinutes: 0, text: "Start at A & \"1\"",
                        maneuverType: "esriDMTDepart", line: [line[0], line[0]]),
                    DirectionStep(
                        length: 1.5, timeMinutes: 12.34, text: "Go north", eta: 0,
                        arriveTimeUTC: 1_700_000_000_000, maneuverType: "esriDMTStraight",
                        line: line),
                ])
        ]
        result.messages = [Message(.warning, "look out")]
        result.attribution = "© <owner> & others"
        return result
    }

    private func isWellFormed(_ text: String) -> Bool {
        XMLParser(data: Data(text.utf8)).parse()
    }

    @Test func `a picture is well-formed and shows every part`() {
        let streets = StreetLine.Rank.allCases.map {
            StreetLine(
                rank: $0, line: [Coordinate(x: 7.42, y: 43.735), Coordinate(x: 7.43, y: 43.735)])
        }
        let svg = AnswerDrawing(file: result, streets: streets).document
        #expect(isWellFormed(svg))
        for part in ["street minor", "route r0", "stop r0", "barrier", "scale", "attribution"] {
            #expect(svg.contains("class=\"\(part)"), "\(part)")
        }
        #expect(svg.contains("© &lt;owner&gt; &amp; others"))
        // Programs other than browsers do not know CSS properties.
        #expect(!svg.contains("var("))
    }

    @Test func `a picture of nothing is still a picture`() {
        #expect(isWellFormed(AnswerDrawing(file: AnalysisResult(), streets: []).document))
    }

    @Test func `text has totals, steps, stops and messages`() {
        let text = AnswerText(result, lengthUnits: .kilometers).text
        #expect(text.contains("A & <B>\n  totals: TravelTime 12.34\n  1.5 km, 12 min\n"))
        #expect(text.contains("1. Start at A & \"1\"\n"))
        #expect(text.contains("2. Go north"))
        #expect(text.contains("<B>      not located"))
        #expect(text.contains("warning: look out"))
        #expect(text.hasSuffix("Data: © <owner> & others\n"))
    }

    @Test func `wall-clock times carry their distance from UTC`() {
        #expect(AnswerText.time(local: 3_600_000, utc: 0) == "1970-01-01T01:00:00+01:00")
        #expect(AnswerText.time(local: 0, utc: 12_600_000) == "1970-01-01T00:00:00-03:30")
        #expect(AnswerText.time(local: 0, utc: 0) == "1970-01-01T00:00:00Z")
        #expect(AnswerText.time(local: 0, utc: nil) == "1970-01-01T00:00:00")
    }

    @Test func `GPX holds stops, directions and tracks`() {
        let gpx = AnswerFile(solution: Solution(result)).gpx
        #expect(isWellFormed(gpx))
        #expect(gpx.contains("<wpt"))
        #expect(gpx.contains("<rtept"))
        #expect(gpx.contains("<trkpt"))
    }

    @Test func `CSV holds the chosen table`() {
        var file = AnswerFile(solution: Solution(result))
        #expect(
            file.csv.hasPrefix("Name,Sequence,Status,lon,lat\n\"A & \"\"1\"\"\",1,0,7.42,43.73\n"))
        file.table = .routes
        #expect(file.csv.hasPrefix("ObjectID,Name,Total_TravelTime,Total_Kilometers,wkt\n"))
        file.table = .directions
        #expect(
            file.csv.contains("A & <B>,2,Go north,1.5,12.34,esriDMTStraight,2023-11-14T22:13:20Z"))
    }

    @Test func `every format of a result is bytes`() throws {
        let file = AnswerFile(solution: Solution(result))
        for format in OutputFormat.allCases where !format.isFile {
            #expect(!file.bytes(format).isEmpty)
        }
        #expect(isWellFormed(String(decoding: file.bytes(.kml), as: UTF8.self)))
        let whole = try JSONValue.parse(file.bytes(.answer))
        #expect(whole["routes"]?["features"]?.array?.count == 2)
        let esri = try JSONValue.parse(file.bytes(.esri))
        #expect(esri["features"]?.array?.count == 2)
        #expect(esri["geometryType"] == "esriGeometryPolyline")
        let geoJSON = try JSONValue.parse(file.bytes(.geojson))
        #expect(geoJSON["type"]?.string == "FeatureCollection")
    }

    @Test func `a file's suffix names its format`() throws {
        let targets = try OutputTarget.targets(
            paths: ["a.json", "b.GeoJSON", "c.d/e.svg", "-", "odd.x", "f.gpkg", "g.KML"],
            format: .csv)
        #expect(targets.map(\.format) == [.esri, .geojson, .svg, .csv, .csv, .gpkg, .kml])
        #expect(
            try OutputTarget.targets(paths: ["a.json"], format: .answer).map(\.format) == [.answer])
        #expect(throws: CommandFailure.self) {
            try OutputTarget.targets(paths: [], format: .gpkg)
        }
        #expect(try OutputTarget.targets(paths: [], format: nil).map(\.format) == [.text])
        #expect(throws: CommandFailure.self) {
            try OutputTarget.targets(paths: ["a.d/odd"], format: nil)
        }
    }
}

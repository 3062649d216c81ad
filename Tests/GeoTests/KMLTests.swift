// Tests writing tables as KML.

import Foundation
import Geo
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct KMLTests {
    private let line = [Coordinate(x: 179.5, y: 10), Coordinate(x: 180.5, y: 11)]

    private func text(_ sets: [FeatureSet], dates: DateTexts = .instants) -> String {
        var writer = KMLWriter(dates: dates)
        var text = writer.beginning(named: "All & <more>")
        for (row, set) in sets.enumerated() {
            text += writer.folder(named: "table \(row)") + writer.placemarks(of: set)
        }
        return text + writer.end()
    }

    @Test func `each table is a folder, each row a placemark with its values`() {
        let ring = [
            Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 43), Coordinate(x: 8, y: 44),
            Coordinate(x: 7, y: 43),
        ]
        let shapes: [Geometry?] = [
            .point(Coordinate(x: 7.25, y: -43)), .polyline(paths: [line]), .polygon(rings: [ring]),
            .multipoint([Coordinate(x: 1, y: 2), Coordinate(x: 3, y: 4)]), .empty, nil,
        ]
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field("Name", .string), Field("ArriveTime", .date), Field("Note", .string)],
            features: shapes.map {
                Feature(
                    values: [.string("A & \"<b>\""), .date(1_795_253_400_000), .null],
                    geometry: $0)
            })
        let text = text([set, set], dates: DateTexts(localFields: ["ArriveTime"]))
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(text.ranges(of: "<Folder>").count == 2 && text.ranges(of: "</Folder>").count == 2)
        #expect(text.ranges(of: "<Placemark>").count == 12)
        #expect(text.contains("<Point><coordinates>7.25,-43</coordinates></Point>"))
        #expect(text.contains("<value>2026-11-21T09:30:00</value>"))
        // Empty values are omitted.
        #expect(!text.contains("Note"))
        // The line is cut at the 180th meridian.
        #expect(text.ranges(of: "<LineString>").count == 4)
        #expect(text.contains("<outerBoundaryIs>") && !text.contains("<innerBoundaryIs>"))
    }

    @Test func `a file without tables is a document`() {
        #expect(XMLParser(data: Data(text([]).utf8)).parse())
    }
}

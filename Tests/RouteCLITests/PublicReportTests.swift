// Tests small versions of files with which other systems failed, according to public reports.

import Foundation
import Geo
import RouteAPI
import Testing

@testable import RouteCLI

/// Each file contains the same two stops; each trace the same drive.
@Suite struct PublicReportTests {
    private static let stops =
        "Name;lon;lat\nCafé;7,4188621;43,7330002\nDépôt;7,4239298;43,7371517\n"

    private func write(_ bytes: [UInt8], _ suffix: String) throws -> String {
        let path = Sample.path("report-\(UUID().uuidString).\(suffix)")
        try Console.write(bytes: bytes, toFile: path)
        return path
    }

    /// The names of the stops that a route through a file's stops visits.
    private func visited(_ file: String) async throws -> [String] {
        let path = Sample.path("visited-\(UUID().uuidString).csv")
        let outcome = await Waypost.run([
            "solve", "--network", try await Sample.network(), "--stops", file, "--quiet",
            "--table", "stops", "-o", path,
        ])
        try #require(outcome == .answered, "\(file)")
        let set = try #require(try FeatureFile(path: path).features().points)
        return set.features.compactMap { set.string("Name", of: $0) }
    }

    private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    private func utf16(_ text: String) -> [UInt8] {
        ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    @Test func `tables of offices have their stops`() async throws {
        let plain = Self.stops
        let padded = plain.replacing("Café", with: "Café" + String(repeating: " ", count: 60))
        for (bytes, note) in [
            (Array(plain.utf8), "semicolons and decimal commas"),
            ([0xEF, 0xBB, 0xBF] + plain.utf8, "a mark of UTF-8"), (utf16(plain), "UTF-16"),
            (latin(plain), "Windows-1252"),
            (Array((plain + ";;\n;;\n").utf8), "blank rows at the end"),
            (Array(padded.utf8), "padded names"),
            (Array(plain.replacing(";", with: "\t").utf8), "tabs"),
            (Array(plain.replacing("\n", with: "\r\n").utf8), "line ends of Windows"),
        ] {
            #expect(try await visited(try write(bytes, "csv")) == ["Café", "Dépôt"], "\(note)")
        }
    }

    @Test func `a multipoint of one point is a point in every format`() async throws {
        let places = [("Café", "7.4188621,43.7330002"), ("Dépôt", "7.4239298,43.7371517")]
        let geoJSON = places.map { name, place in
            #"{"type":"Feature","properties":{"Name":"\#(name)"},"#
                + #""geometry":{"type":"MultiPoint","coordinates":[[\#(place)]]}}"#
        }.joined(separator: ",")
        let collection = #"{"type":"FeatureCollection","features":[\#(geoJSON)]}"#
        let file = try write(Array(collection.utf8), "geojson")
        let esri = places.map { name, place in
            #"{"attributes":{"Name":"\#(name)"},"geometry":{"points":[[\#(place)]]}}"#
        }.joined(separator: ",")
        let set =
            #"{"geometryType":"esriGeometryMultipoint","spatialReference":{"wkid":4326},"#
            + #""features":[\#(esri)]}"#
        let package = Sample.path("report-\(UUID().uuidString).gpkg")
        try #require(
            await Waypost.run(["layers", "import", file, "--into", "\(package)#stops"]) == .answered
        )
        for input in [file, try write(Array(set.utf8), "json"), "\(package)#stops"] {
            #expect(try await visited(input) == ["Café", "Dépôt"], "\(input)")
        }
    }

    @Test func `a layer without a known system is refused with what would make it known`()
        async throws
    {
        let package = Sample.path("report-\(UUID().uuidString).gpkg")
        let file = try write(Array(Self.stops.utf8), "csv")
        try #require(
            await Waypost.run(["layers", "import", file, "--into", "\(package)#stops"]) == .answered
        )
        let change = Process()
        change.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        change.arguments = [
            "python3", "-c",
            """
            import sqlite3, sys
            file = sqlite3.connect(sys.argv[1])
            for table in ["gpkg_contents", "gpkg_geometry_columns"]:
                file.execute(f"UPDATE {table} SET srs_id = -1")
            file.commit()
            """, package,
        ]
        try change.run()
        change.waitUntilExit()
        try #require(change.terminationStatus == 0)
        let outcome = await Waypost.run([
            "solve", "--network", try await Sample.network(), "--stops", "\(package)#stops",
        ])
        #expect(outcome == .invalidInput)
    }

    @Test func `tracks in any encoding and namespace are matched`() async throws {
        let network = try await Sample.network()
        let track = Sample.path("report-\(UUID().uuidString).gpx")
        let stops = try write(Array(Self.stops.utf8), "csv")
        _ = await Waypost.run([
            "solve", "--network", network, "--stops", stops, "--quiet", "-o", track,
        ])
        let positions = try #require(
            try TraceReader().gpx([UInt8](Data(contentsOf: URL(filePath: track)))).traces.first
        ).fixes
        func text(_ prefix: String, _ head: String, _ root: String) -> String {
            let points = positions.map { position in
                "<\(prefix)trkpt lat=\"\(position.coordinate.y)\" "
                    + "lon=\"\(position.coordinate.x)\"/>"
            }.joined(separator: "\n")
            return "\(head)\n<\(prefix)gpx\(root)><\(prefix)trk><\(prefix)name>Müller"
                + "</\(prefix)name><\(prefix)trkseg>\(points)</\(prefix)trkseg></\(prefix)trk>"
                + "</\(prefix)gpx>"
        }
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
        for (bytes, note) in [
            (Array(text("", head, "").utf8), "no namespace"),
            (
                Array(
                    text(
                        "g:", head,
                        " xmlns=\"http://example.com/x\" "
                            + "xmlns:g=\"http://www.topografix.com/GPX/1/1\""
                    ).utf8), "a prefix"
            ),
            (latin(text("", head.replacing("UTF-8", with: "ISO-8859-1"), "")), "ISO-8859-1"),
            (utf16(text("", head.replacing("UTF-8", with: "UTF-16"), "")), "UTF-16"),
        ] {
            let outcome = await Waypost.run([
                "match", "--network", network, try write(bytes, "gpx"), "--quiet", "-o",
                Sample.path("matched-\(UUID().uuidString).csv"),
            ])
            #expect(outcome == .answered, "\(note)")
        }
    }
}

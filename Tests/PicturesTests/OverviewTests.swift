// Tests the small picture of all streets: where it has them, and that it stays small.

import Foundation
import Geo
import RouteAPI
import Testing

@testable import Pictures

@Suite struct OverviewTests {
    private static func look(of rank: StreetLine.Rank) -> OverviewDrawing.Look {
        OverviewDrawing.Look(color: "#00000\(rank.rawValue)", width: 2, casing: "#ffffff")
    }

    /// Streets of a rank as close rows of many short pieces, each bent.
    private func rows(_ count: Int, _ rank: StreetLine.Rank) -> [StreetLine] {
        (0..<count).flatMap { row in
            (0..<100).map { column in
                let (x, y) = (7 + Double(column) / 100, 43 + Double(row) / Double(count))
                return StreetLine(
                    rank: rank,
                    line: [
                        Coordinate(x: x, y: y), Coordinate(x: x + 0.005, y: y + 0.006),
                        Coordinate(x: x + 0.01, y: y),
                    ])
            }
        }
    }

    private func document(_ drawing: OverviewDrawing) -> String {
        drawing.document(attribution: "© <OSM> & Co", Self.look(of:))
    }

    @Test func `the picture covers its box exactly, in the projection of maps`() throws {
        let box = Envelope(minX: 7, minY: 43, maxX: 8, maxY: 45)
        let corners = [Coordinate(x: 7, y: 43), Coordinate(x: 7, y: 44), Coordinate(x: 8, y: 45)]
        let svg = document(
            OverviewDrawing([StreetLine(rank: .minor, line: corners)], covering: box))
        func northing(_ latitude: Double) -> Double {
            log(tan(.pi / 4 + latitude * .pi / 360)) * 180 / .pi
        }
        let high = northing(45) - northing(43)
        // Twice as many degrees from south to north, and more so on the map: 1,000 pixels.
        let wide = (1_000 / high * 10).rounded() / 10
        #expect(svg.contains("viewBox=\"0 0 \(wide) 1000\""), "\(svg)")
        let east = Int((1_000 / high).rounded())
        let middle = Int(((northing(45) - northing(44)) / high * 1_000).rounded())
        #expect(svg.contains("d=\"M0 1000l0-\(1_000 - middle) \(east)-\(middle)\""), "\(svg)")
    }

    @Test func `each rank is drawn once, with its casing below all streets`() {
        let streets = [StreetLine.Rank.major, .minor].flatMap { rows(1, $0) }
        let svg = document(
            OverviewDrawing(
                streets, covering: Envelope(minX: 7, minY: 43, maxX: 8, maxY: 44)))
        let uses = svg.split(separator: "<use ").dropFirst().map { $0.prefix { $0 != "/" } }
        #expect(
            uses == [
                "href=\"#minor\" stroke=\"#ffffff\" stroke-width=\"3.2\"",
                "href=\"#major\" stroke=\"#ffffff\" stroke-width=\"3.2\"",
                "href=\"#minor\" stroke=\"#000001\" stroke-width=\"2\"",
                "href=\"#major\" stroke=\"#000003\" stroke-width=\"2\"",
            ])
        #expect(svg.ranges(of: "<path ").count == 2)
        #expect(svg.contains("<title>Streets. © &lt;OSM&gt; &amp; Co</title>"))
    }

    @Test(arguments: [
        (0, 200, 0), (0, 0, 200), (10, 200, 0), (200, 200, 200), (1, 1, 1),
    ])
    func `however many streets there are, it stays small and shows the prominent ones`(
        major: Int, medium: Int, minor: Int
    ) {
        let streets = rows(major, .major) + rows(medium, .medium) + rows(minor, .minor)
        let svg = document(
            OverviewDrawing(
                streets, covering: Envelope(minX: 7, minY: 43, maxX: 8, maxY: 44)))
        #expect(svg.utf8.count < OverviewDrawing.mostBytes + 2_000)
        // Rows that are too many are left out, and none is shown without the rank above.
        let shown = ["major", "medium", "minor"].map { svg.contains("id=\"\($0)\"") }
        let asked = [major, medium, minor].map { $0 > 0 }
        // What is most prominent is never left out.
        if let first = asked.firstIndex(of: true) { #expect(shown[first], "\(shown)") }
        for place in 0..<2 where asked[place] && !shown[place] {
            #expect(!shown[(place + 1)...].contains(true), "\(shown)")
        }
        if max(major, medium, minor) <= 10 { #expect(shown == asked) }
    }

    @Test func `of too many streets of a rank, the long ones are shown`() throws {
        // Short streets that meet nowhere, and a long one.
        let short = (0..<20_000).map { row in
            let (x, y) = (7 + Double(row % 100) / 100, 43 + Double(row / 100) / 200)
            return StreetLine(
                rank: .major,
                line: [Coordinate(x: x, y: y), Coordinate(x: x + 0.004, y: y + 0.004)])
        }
        let long = StreetLine(
            rank: .major, line: [Coordinate(x: 7.005, y: 43), Coordinate(x: 7.995, y: 44)])
        let svg = document(
            OverviewDrawing(
                short + [long], covering: Envelope(minX: 7, minY: 43, maxX: 8, maxY: 44)))
        let path = try #require(svg.firstMatch(of: /<path d="([^"]*)"/)?.output.1)
        #expect(path.utf8.count <= OverviewDrawing.mostBytes)
        #expect(path.utf8.count > OverviewDrawing.mostBytes / 2, "as many as fit")
        let whole = document(
            OverviewDrawing(
                [long], covering: Envelope(minX: 7, minY: 43, maxX: 8, maxY: 44)))
        let line = try #require(whole.firstMatch(of: /<path d="([^"]*)"/)?.output.1)
        #expect(path.contains(line))
    }

    @Test func `a street along one line, or no street at all, makes a picture too`() {
        let line = [Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 43)]
        let flat = document(
            OverviewDrawing([StreetLine(rank: .major, line: line)], covering: Envelope(line)))
        #expect(flat.contains("viewBox=\"0 0 1000 1\"") && flat.contains("M0 0l1000 0"))
        let empty = document(OverviewDrawing([], covering: Envelope(line)))
        #expect(empty.hasPrefix("<svg ") && !empty.contains("<path"))
    }
}

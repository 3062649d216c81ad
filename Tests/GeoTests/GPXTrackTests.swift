// Tests GPX lines with times at their points.

import Geo
import Testing

struct GPXTrackTests {
    @Test func `segments of tracks and routes are lines with their names`() throws {
        let text = """
            <gpx><metadata><name>Not a line</name></metadata><wpt lat="1" lon="2"/>
            <trk><name>Drive</name>
            <trkseg><trkpt lat="43.7" lon="7.4"><time>2026-03-02T09:30:00Z</time>
            <extensions><a:course>90</a:course><deep><accuracy> 8 </accuracy></deep></extensions>
            <name>Depot</name></trkpt><trkpt lat="43.8" lon="7.5"/></trkseg>
            <trkseg></trkseg><trkseg><trkpt lat="43.9" lon="7.6"/></trkseg></trk>
            <rte><rtept lat="1" lon="2"/><name>Plan</name></rte></gpx>
            """
        let lines = try GPXTrackReader().lines(Array(text.utf8))
        #expect(lines.map(\.name) == ["Drive", "Drive", "Plan"])
        #expect(lines.map(\.isTrack) == [true, true, false])
        #expect(lines.map(\.points.count) == [2, 1, 1])
        let first = lines[0].points[0]
        #expect(first.coordinate == Coordinate(x: 7.4, y: 43.7))
        #expect(first.time == "2026-03-02T09:30:00Z")
        #expect(first.values == ["course": "90", "accuracy": "8", "name": "Depot"])
    }

    @Test(arguments: [
        ([1, 1, 1], [3]), ([1, 0, 1], [2]), ([2, 1, 1, 2], [2, 2, 2]), ([1, 2, 1], [1, 2, 1]),
        ([3, 3], [3, 3]), ([1], [1]), ([0, 0], []),
    ])
    func `segments of a single position go on in one another`(
        segments: [Int], expected: [Int]
    ) throws {
        var latitude = 0
        func track() -> String {
            let parts = segments.map { count in
                let points = (0..<count).map { _ in
                    latitude += 1
                    return "<trkpt lat=\"\(latitude)\" lon=\"7\"/>"
                }
                return "<trkseg>\(points.joined())</trkseg>"
            }
            return "<trk><name>t</name>\(parts.joined())</trk>"
        }
        let text = "<gpx>\(track())\(track())</gpx>"
        let lines = try GPXTrackReader().lines(Array(text.utf8))
        #expect(lines.map(\.points.count) == expected + expected, "another track begins anew")
        let order = lines.flatMap { $0.points.map(\.coordinate.y) }
        #expect(order == (0..<latitude).map { Double($0 + 1) })
        #expect(lines.allSatisfy { $0.name == "t" && $0.isTrack })
    }

    @Test(arguments: [
        "<gpx><trk><trkseg><trkpt lat=\"x\" lon=\"1\"/></trkseg></trk></gpx>", "<gpx><trk>",
        "<kml/>", "<gpx><trk></trkseg></gpx>", "<!DOCTYPE gpx><gpx/>",
    ])
    func `what is no GPX is an error that names the line`(text: String) {
        let error = #expect(throws: FeatureReadError.self) {
            try GPXTrackReader().lines(Array(text.utf8))
        }
        #expect(error?.reason.hasPrefix("GPX line 1: ") == true)
    }

    @Test func `more positions than allowed are an error`() {
        let text = "<gpx><rte><rtept lat=\"1\" lon=\"2\"/><rtept lat=\"1\" lon=\"2\"/></rte></gpx>"
        #expect(throws: FeatureReadError.self) {
            try GPXTrackReader(maximumPoints: 1).lines(Array(text.utf8))
        }
    }
}

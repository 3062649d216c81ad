// Tests which streets a picture shows.

import Answers
import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct StreetLinesTests {
    /// Streets of one class each, some hundred meters long.
    private func streets() throws -> (lines: StreetLines, box: Envelope) {
        var sketch = NetworkSketch("a...b...c...d...e")
        for (word, roadClass) in [
            ("ab", RoadClass.primary), ("bc", .tertiary), ("cd", .residential), ("de", .track),
        ] {
            sketch.road(word, seconds: 10) { $0.roadClass = roadClass }
        }
        let (west, east) = (sketch.place("a"), sketch.place("e"))
        return (
            StreetLines(network: try sketch.build()),
            Envelope(minX: west.x, minY: west.y, maxX: east.x, maxY: east.y)
        )
    }

    @Test func `streets have the rank of their class`() throws {
        let (lines, box) = try streets()
        #expect(Set(lines.lines(in: box).map(\.rank)) == [.major, .medium, .minor, .path])
        #expect(lines.lines(in: box, atLeast: .medium).map(\.rank).sorted() == [.medium, .major])
    }

    @Test func `the larger a picture, the fewer ranks it shows`() throws {
        let (lines, box) = try streets()
        let middle = (box.minX + box.maxX) / 2
        func ranks(kilometers: Double) -> [StreetLine.Rank] {
            let half = kilometers / 2 / 111.3
            let picture = Envelope(
                minX: middle - 0.01, minY: box.minY - half, maxX: middle + 0.01,
                maxY: box.minY + half)
            return lines.around(picture).map(\.rank).sorted()
        }
        #expect(ranks(kilometers: 4) == [.path, .minor, .medium, .major])
        #expect(ranks(kilometers: 10) == [.minor, .medium, .major])
        #expect(ranks(kilometers: 40) == [.medium, .major])
        #expect(ranks(kilometers: 100) == [.major])
        #expect(ranks(kilometers: 200).isEmpty)
    }

    @Test func `low ranks go first where there are too many vertices`() throws {
        let (lines, box) = try streets()
        #expect(lines.around(box, mostVertices: 8).count == 4)
        #expect(lines.around(box, mostVertices: 5).map(\.rank).sorted() == [.medium, .major])
    }
}

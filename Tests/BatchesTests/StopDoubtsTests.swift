// Tests remarks about stops that look like mistakes.

import Geo
import Testing

@testable import Batches

@Suite struct StopDoubtsTests {
    private static let town = Envelope(minX: 7.40, minY: 43.72, maxX: 7.44, maxY: 43.75)

    private func notes(
        _ places: [Coordinate?], windows: [(String, String)] = [], extent: Envelope? = town
    ) -> [String] {
        var stops = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [
                Field("Name", .string), Field("TimeWindowStart", .string),
                Field("TimeWindowEnd", .string),
            ])
        for (row, place) in places.enumerated() {
            let window = row < windows.count ? windows[row] : ("", "")
            stops.features.append(
                Feature(
                    values: [
                        .string("S\(row)"), window.0.isEmpty ? .null : .string(window.0),
                        window.1.isEmpty ? .null : .string(window.1),
                    ], geometry: place.map { .point($0) }))
        }
        return StopDoubts(extent: extent, dates: nil).notes(of: stops)
    }

    private static let good = Coordinate(x: 7.41, y: 43.73)

    @Test func `places are at zero, swapped, missing or doubled`() {
        #expect(notes([Self.good, Coordinate(x: 7.42, y: 43.73)]).isEmpty)
        #expect(
            notes([Self.good, Coordinate(x: 0, y: 0)])
                == ["1 stop at longitude 0, latitude 0: \"S1\"."])
        let swapped = Coordinate(x: 43.73, y: 7.41)
        #expect(
            notes([Self.good, swapped])
                == ["1 stop with longitude and latitude in each other's place: \"S1\"."])
        #expect(notes([Self.good, swapped], extent: nil).isEmpty)
        #expect(notes([Coordinate(x: 40, y: 116)], extent: nil).count == 1)
        #expect(notes([Self.good, nil]) == ["1 stop without coordinates: \"S1\"."])
        #expect(
            notes([Self.good, Self.good])
                == ["2 stops at the same coordinates as another: \"S0\", \"S1\"."])
    }

    @Test func `windows that end before they begin are said, except over midnight`() {
        let other = Coordinate(x: 7.42, y: 43.73)
        #expect(
            notes(
                [Self.good, other],
                windows: [("2026-03-02T10:00", "2026-03-02T09:00"), ("22:00", "02:00")])
                == ["1 stop with a window that ends before it begins: \"S0\"."])
    }

    @Test func `many stops are counted, and the first are named`() {
        let text = notes(Array(repeating: nil, count: 9))
        #expect(
            text == ["9 stops without coordinates: \"S0\", \"S1\", \"S2\", \"S3\", \"S4\", …."])
    }
}

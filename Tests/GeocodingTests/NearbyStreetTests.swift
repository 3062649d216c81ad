// Tests to which street a point belongs, if many have one name.

import DataStructures
import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct NearbyStreetTests {
    private static func point(
        _ random: inout SeededGenerator, around center: FixedCoordinate, by spread: Int32
    ) -> FixedCoordinate {
        FixedCoordinate(
            longitudeE7: center.longitudeE7 + .random(in: -spread...spread, using: &random),
            latitudeE7: center.latitudeE7 + .random(in: -spread...spread, using: &random))
    }

    /// Compares the grid with a look at all streets, some quite long, while they grow.
    @Test(arguments: [0, 470_000_000, -690_000_000] as [Int32])
    func `the nearest street is found as by looking at all`(latitudeE7: Int32) {
        for seed in 0..<8 as Range<UInt64> {
            var random = SeededGenerator(seed)
            let center = FixedCoordinate(longitudeE7: 113_000_000, latitudeE7: latitudeE7)
            var (streets, boxes) = (NearbyStreets(), [FixedBounds]())
            for street in 0..<120 {
                let start = Self.point(&random, around: center, by: 2_000_000)
                var box = FixedBounds()
                box.add(start)
                let spread: Int32 = street % 40 == 7 ? 30_000_000 : 30_000
                box.add(Self.point(&random, around: start, by: spread))
                boxes.append(box)
                streets.add(10 * street, box)
            }
            for _ in 0..<200 {
                let point = Self.point(&random, around: center, by: 2_200_000)
                let nearest = boxes.indices.min {
                    (boxes[$0].meters(to: point), $0) < (boxes[$1].meters(to: point), $1)
                }
                let near = nearest.flatMap {
                    boxes[$0].meters(to: point) <= NearbyStreets.farthestMeters ? 10 * $0 : nil
                }
                #expect(streets.nearest(to: point) == near, "seed \(seed)")
                guard let near else { continue }
                boxes[near / 10].add(point)
                streets.add(near, boxes[near / 10])
            }
        }
    }

    @Test func `houses and further names go to the nearest of many streets of one name`() throws {
        let letters = Array(StreetRow.letters)
        let pairs = stride(from: 0, to: letters.count, by: 2).map { (letters[$0], letters[$0 + 1]) }
        #expect(pairs.count > NearbyStreets.fewStreets)
        let gap = String(repeating: " ", count: 16)
        var sketch = NetworkSketch(pairs.map { "\($0)-\($1)" }.joined(separator: gap))
        var names = DrawnNames()
        for (from, to) in pairs {
            sketch.road("\(from)\(to)", seconds: 5) { $0.name = "Main Street" }
            let middle = sketch.place(from, to, at: 0.5)
            names.streetName("\(from)\(to) Alley", of: "Main Street", at: middle)
            names.address("1", "Main Street", postcode: "\(from)\(to)", at: middle)
        }
        let geocoder = Geocoder(network: try sketch.build(), places: try names.dataset())
        for (from, to) in pairs where from.isLowercase {
            let query = GeocodeQuery("1 \(from)\(to) Alley")
            let found = try #require(geocoder.candidates(query).first)
            let middle = sketch.place(from, to, at: 0.5)
            #expect(found.number == "1" && found.street == "Main Street")
            #expect(Geodesic.distanceMeters(from: found.location, to: middle) < 1)
        }
    }
}

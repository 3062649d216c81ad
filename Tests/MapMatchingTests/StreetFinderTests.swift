// Compares the streets found near a place with a scan of all streets.

import DataStructures
import Geo
import RoadNetwork
import Testing

struct StreetFinderTests {
    @Test(arguments: UInt64(0)..<20)
    func `finds the nearest place of every street within a distance`(seed: UInt64) throws {
        let network = try DrawnTown(seed: seed).network
        let finder = StreetFinder(network, family: 0)
        var generator = SeededGenerator(seed)
        for _ in 0..<30 {
            let place = DrawnTown.place(
                Double.random(in: -100...900, using: &generator),
                Double.random(in: -100...900, using: &generator))
            let meters = Double.random(in: 1...200, using: &generator)
            let scale = Geodesic.metersPerDegree(atLatitude: place.y)
            finder.find(around: place, within: meters, scale: scale)
            var wanted: [UInt32: (share: Double, meters: Double)] = [:]
            for segment in 0..<network.segmentCount {
                let nearest = LineMeasure(network.shape(ofSegment: segment))
                    .nearest(to: place, scale: scale)
                guard nearest.meters <= meters else { continue }
                wanted[UInt32(segment)] = (nearest.share, nearest.meters)
            }
            #expect(Set(finder.hits.map(\.segment)) == Set(wanted.keys))
            #expect(finder.hits.map(\.meters) == finder.hits.map(\.meters).sorted())
            for hit in finder.hits {
                let other = try #require(wanted[hit.segment])
                #expect(abs(hit.meters - other.meters) < 1e-3)
                #expect(abs(hit.share - other.share) < 1e-3)
                #expect(abs(abs(hit.metersRight) - hit.meters) < 1e-9)
            }
        }
    }

    @Test func `a part of a street is kept to`() throws {
        let network = try DrawnTown(seed: 1).network
        let finder = StreetFinder(network, family: 0)
        let line = network.shape(ofSegment: 0)
        let scale = Geodesic.metersPerDegree(atLatitude: line[0].y)
        let hit = finder.nearest(on: 0, within: 0.4...0.6, to: line[0], scale: scale)
        #expect(abs(hit.share - 0.4) < 1e-6)
        #expect(hit.meters > 10)
    }
}

// Compares the locator with a scan of every street.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct StopLocatorProperties {
    /// The nearest place on a segment, by projection onto each straight step.
    private struct Nearest {
        var segment: Int
        var meters: Double
        var place: Coordinate
        var share: Double
    }

    private func nearest(
        _ segment: Int, to input: Coordinate, on network: NetworkDataset
    ) -> Nearest {
        let scale = Geodesic.metersPerDegree(atLatitude: input.y)
        let line = network.shape(ofSegment: segment)
        let lengths = zip(line, line.dropFirst()).map {
            Geodesic.distanceMeters(from: $0, to: $1)
        }
        let total = lengths.reduce(0, +)
        var best = Nearest(segment: segment, meters: .infinity, place: line[0], share: 0)
        var before = 0.0
        for (index, length) in lengths.enumerated() {
            let (a, b) = (line[index], line[index + 1])
            let (dx, dy) = ((b.x - a.x) * scale.x, (b.y - a.y) * scale.y)
            let (px, py) = ((input.x - a.x) * scale.x, (input.y - a.y) * scale.y)
            let along = dx * dx + dy * dy
            let t = along > 0 ? min(1, max(0, (px * dx + py * dy) / along)) : 0
            let (ex, ey) = (px - t * dx, py - t * dy)
            let meters = (ex * ex + ey * ey).squareRoot()
            if meters < best.meters {
                best.meters = meters
                best.place = Coordinate(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
                best.share = total > 0 ? (before + t * length) / total : 0
            }
            before += length
        }
        return best
    }

    /// Every directed edge that a stop may use there, by a scan of every street.
    private func edges(
        at hits: [Nearest], on network: NetworkDataset, _ costs: RequestCosts
    ) -> Set<UInt32> {
        var edges: Set<UInt32> = []
        for hit in hits {
            let length =
                Double(hit.share)
                * LineMeasure(network.shape(ofSegment: hit.segment))
                .lengthMeters
            let rest =
                (1 - hit.share)
                * LineMeasure(network.shape(ofSegment: hit.segment))
                .lengthMeters
            let row = UInt32(2 * hit.segment)
            guard min(length, rest) <= 0.01 else {
                edges.formUnion([row, row + 1])
                continue
            }
            let node = network.edgeHead[length <= 0.01 ? row + 1 : row]
            for edge in 0..<UInt32(network.edgeCount)
            where network.edgeHead[edge] == node || network.edgeHead[edge ^ 1] == node {
                edges.insert(edge)
            }
        }
        return edges.filter { costs.weight($0) != SearchCost.closed }
    }

    private func isOfFamily(_ segment: Int, _ family: Int, on network: NetworkDataset) -> Bool {
        [2 * segment, 2 * segment + 1].contains { network.edgeFamilies[$0] & 1 << family != 0 }
    }

    /// Random conditions on street attributes; nothing meets some of them.
    private func randomCondition(_ generator: inout SeededGenerator, segments: Int) -> String {
        let id = 2 * Int.random(in: 0..<segments, using: &generator)
        return [
            "OBJECTID = \(id)", "OBJECTID > \(id)", "Oneway = 1", "\"Avoid Toll Roads\" = 1",
            "Oneway = 0 AND \"Avoid Toll Roads\" = 0", "1 = 2", "Name IS NULL AND Oneway = 1",
        ].randomElement(using: &generator) ?? "1 = 2"
    }

    @Test(arguments: UInt64(9_100)..<9_300)
    func `the nearest streets of a condition are found, judged one by one or all at once`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(
            nodes: Int.random(in: 3...60, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed
        ).dataset
        for round in 0..<8 {
            let travel = RandomTravel(&generator)
            let costs = RequestCosts(
                network: network, metric: Metric(key: travel.key, network: network))
            let input = network.randomPlace(family: travel.key.family, &generator)
            let text = randomCondition(&generator, segments: network.segmentCount)
            let label: Comment = "seed \(seed) round \(round): \(text)"
            var options = StopLocator.Options(toleranceMeters: 5_000)
            let locator = StopLocator(costs: costs, barriers: BarrierSet())
            let streets = try StreetSelection(text, on: network)
            options.streets = streets
            let asked = locator.locate(input, options)
            let count = streets.evaluateAll { false }?.streetCount
            #expect(locator.locate(input, options) == asked, label)
            let holding = (0..<network.segmentCount).filter { streets.holds(segment: $0) }
            #expect(count == holding.count, label)
            let least =
                holding.filter { segment in
                    [2 * segment, 2 * segment + 1].contains {
                        costs.weight(UInt32($0)) != SearchCost.closed
                    }
                }.map { nearest($0, to: input, on: network).meters }.min() ?? .infinity
            guard least <= 4_999 else { continue }
            let place = try #require(asked, label)
            #expect(abs(place.distanceMeters - least) < 0.0101, label)
            #expect(holding.contains(place.segment), label)
        }
    }

    @Test(arguments: UInt64(9_000)..<9_040)
    func `the nearest usable streets are found`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(
            nodes: Int.random(in: 3...60, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed
        ).dataset
        for round in 0..<12 {
            let travel = RandomTravel(&generator)
            let costs = RequestCosts(
                network: network, metric: Metric(key: travel.key, network: network))
            var input = network.randomPlace(family: travel.key.family, &generator)
            if generator.chance(0.3) {
                input.x += Double.random(in: -0.05...0.05, using: &generator)
            }
            let tolerance = generator.chance(0.3) ? 50.0 : 5_000
            let usable = (0..<network.segmentCount).filter { segment in
                [2 * segment, 2 * segment + 1].contains {
                    costs.weight(UInt32($0)) != SearchCost.closed
                }
            }
            let all = usable.map { nearest($0, to: input, on: network) }
            let least = all.map(\.meters).min() ?? .infinity
            let found = StopLocator(costs: costs, barriers: BarrierSet())
                .locate(input, .init(toleranceMeters: tolerance))
            guard least <= tolerance + 0.005 else {
                #expect(found == nil, "seed \(seed) round \(round)")
                continue
            }
            let hits = all.filter { $0.meters <= least + 0.01 }
            let place = try #require(found, "seed \(seed) round \(round)")
            #expect(abs(place.distanceMeters - least) < 0.0101, "seed \(seed) round \(round)")
            #expect(place.segment == hits.first?.segment, "seed \(seed) round \(round)")
            #expect(
                abs(place.share - (hits.first?.share ?? -1)) < 1e-4, "seed \(seed) round \(round)")
            #expect(
                Set(place.candidates.map(\.edge.row)) == edges(at: hits, on: network, costs),
                "seed \(seed) round \(round)")
            // A closer street closed by the request's restrictions is reported; a street of another
            // family does not exist for the request.
            let closest =
                (0..<network.segmentCount)
                .filter { isOfFamily($0, travel.key.family, on: network) }
                .map { nearest($0, to: input, on: network).meters }.min() ?? .infinity
            let lead = place.distanceMeters - closest
            if abs(lead - 0.01) > 0.001 { #expect(place.isRelocated == (lead > 0.01)) }
        }
    }

    /// How far from a bearing travel is on a segment where it is nearest to a place: the least and
    /// the most over its pieces there, each in its better usable direction; `nil` if it is closed.
    private func degrees(
        off bearing: Double, _ segment: Int, nearestTo input: Coordinate, _ costs: RequestCosts
    ) -> (least: Double, most: Double)? {
        let network = costs.network
        let reach = nearest(segment, to: input, on: network).meters + 0.02
        let scale = Geodesic.metersPerDegree(atLatitude: input.y)
        func off(_ from: Coordinate, _ to: Coordinate) -> Double {
            let turned = abs(Geodesic.bearingDegrees(from: from, to: to) - bearing)
                .truncatingRemainder(dividingBy: 360)
            return min(turned, 360 - turned)
        }
        let found = [2 * segment, 2 * segment + 1].filter {
            costs.weight(UInt32($0)) != SearchCost.closed
        }.map { row -> (least: Double, most: Double) in
            let line = network.shape(of: EdgeID(row: UInt32(row)))
            let near = zip(line, line.dropFirst()).filter { from, to in
                LineMeasure.leastMeters(from: input, to: [from, to], scale: scale) <= reach
            }.map { off($0, $1) }
            return (near.min() ?? 180, near.max() ?? 180)
        }
        guard let least = found.map(\.least).min(), let most = found.map(\.most).min() else {
            return nil
        }
        return (least, most)
    }

    @Test(arguments: UInt64(9_300)..<9_340)
    func `the nearest street with a bearing is found`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(
            nodes: Int.random(in: 3...40, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed
        ).dataset
        for round in 0..<8 {
            let label: Comment = "seed \(seed) round \(round)"
            let travel = RandomTravel(&generator)
            let costs = RequestCosts(
                network: network, metric: Metric(key: travel.key, network: network))
            let input = network.randomPlace(family: travel.key.family, &generator)
            let bearing = Double.random(in: 0..<360, using: &generator)
            let width = [2.0, 30, 120, 300][round % 4]
            var options = StopLocator.Options(toleranceMeters: 5_000)
            options.bearing = (bearing, width)
            // Where pieces meet, either may decide, and computed bearings differ a little.
            var (least, most) = (Double.infinity, Double.infinity)
            for segment in 0..<network.segmentCount {
                guard let off = degrees(off: bearing, segment, nearestTo: input, costs) else {
                    continue
                }
                let meters = nearest(segment, to: input, on: network).meters
                if off.least <= width / 2 + 0.5 { least = min(least, meters) }
                if off.most <= width / 2 - 0.5 { most = min(most, meters) }
            }
            let place = StopLocator(costs: costs, barriers: BarrierSet()).locate(input, options)
            if most < 4_999 {
                let meters = try #require(place, label).distanceMeters
                #expect(meters < most + 0.0101, label)
            }
            if let place { #expect(place.distanceMeters > least - 0.0101, label) }
        }
    }
}

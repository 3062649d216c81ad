// A motorway of two carriageways, its interchanges with rural roads and its ramps to other
// motorways.

import Foundation

/// A motorway across the whole country.
struct Motorway {
    private static let halfWidth = 15.0
    private static let stepMeters = 800.0
    /// The distance from a rural road at which ramps leave and join.
    private static let rampMeters = 450.0
    /// The same where two motorways cross.
    private static let junctionMeters = 900.0

    let number: Int
    let from: Spot
    let to: Spot
    let interchanges: [RuralRoad.Ramps]

    /// A drawn motorway's nodes, by meters from its beginning.
    struct Drawn {
        let road: Motorway
        /// In the road's direction.
        fileprivate var onward: [Double: UInt32] = [:]
        /// Against the road's direction.
        fileprivate var back: [Double: UInt32] = [:]
    }

    private var unit: Spot { (to - from) * (1 / (to - from).length) }

    private func station(of spot: Spot) -> Double {
        let offset = spot - from
        return (offset.x * unit.x + offset.y * unit.y).rounded()
    }

    private func passes(_ spot: Spot) -> Bool {
        let offset = spot - from
        return abs(offset.x * unit.y - offset.y * unit.x) < 1
    }

    /// Draws both carriageways and the ramps to rural roads.
    func draw(crossings: [Spot], on map: inout CountryMap) -> Drawn {
        let length = (to - from).length
        let ramps = interchanges.map { station(of: $0.crossing) }
        let junctions = crossings.filter { passes($0) }.map { station(of: $0) }
        var stations = Set(stride(from: 0, through: length, by: Self.stepMeters))
        for place in ramps {
            stations.formUnion([place - Self.rampMeters, place + Self.rampMeters])
        }
        for place in junctions {
            stations.formUnion([place - Self.junctionMeters, place + Self.junctionMeters])
        }
        let ordered = stations.filter { $0 >= 0 && $0 <= length }.sorted()
        var drawn = Drawn(road: self)
        for place in ordered {
            let middle = from + unit * place
            drawn.onward[place] = map.addNode(middle - unit.left * Self.halfWidth)
            drawn.back[place] = map.addNode(middle + unit.left * Self.halfWidth)
        }
        let tags = RoadTags(
            kind: .motorway, isOneWay: true, reference: "M\(number)", speedLimit: 130)
        for start in stride(from: 0, to: ordered.count - 1, by: 8) {
            let piece = ordered[start...min(start + 8, ordered.count - 1)]
            map.addWay(piece.compactMap { drawn.onward[$0] }, tags)
            map.addWay(piece.reversed().compactMap { drawn.back[$0] }, tags)
        }
        for (ramp, place) in zip(interchanges, ramps) {
            drawRamps(ramp, at: place, drawn, on: &map)
        }
        return drawn
    }

    /// Draws four ramps: off before the road and on after it, in both directions.
    private func drawRamps(
        _ ramps: RuralRoad.Ramps, at place: Double, _ drawn: Drawn, on map: inout CountryMap
    ) {
        let (low, high) = (place - Self.rampMeters, place + Self.rampMeters)
        // Rural roads run east or north. What lies right of a northward motorway is after it; what
        // lies right of an eastward one is before it.
        let isVertical = abs(unit.y) > abs(unit.x)
        let (right, left) =
            isVertical
            ? (ramps.after, ramps.before) : (ramps.before, ramps.after)
        link(drawn.onward[low], right.node, on: &map)
        link(right.node, drawn.onward[high], on: &map)
        link(drawn.back[high], left.node, on: &map)
        link(left.node, drawn.back[low], on: &map)
    }

    private func link(_ from: UInt32?, _ to: UInt32?, on map: inout CountryMap) {
        guard let from, let to else { return }
        map.addWay([from, to], Self.rampTags)
    }

    private static let rampTags = RoadTags(kind: .motorwayLink, isOneWay: true, speedLimit: 60)

    /// Draws eight ramps between two motorways, from each carriageway to each of the other's.
    static func join(_ a: Drawn, _ b: Drawn, on map: inout CountryMap) {
        let crossing = Spot(x: a.road.from.x, y: b.road.from.y)
        let (here, there) = (a.road.station(of: crossing), b.road.station(of: crossing))
        let ways = [
            (a.onward[here - junctionMeters], a.onward[here + junctionMeters]),
            (a.back[here + junctionMeters], a.back[here - junctionMeters]),
        ]
        let others = [
            (b.onward[there - junctionMeters], b.onward[there + junctionMeters]),
            (b.back[there + junctionMeters], b.back[there - junctionMeters]),
        ]
        for (entry, exit) in ways {
            for (otherEntry, otherExit) in others {
                for (from, to) in [(entry, otherExit), (otherEntry, exit)] {
                    if let from, let to { map.addWay([from, to], rampTags) }
                }
            }
        }
    }
}

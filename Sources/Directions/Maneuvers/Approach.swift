// Measures directions of travel at junctions with short edges.
//
// The network stores bearings over 15 m. An edge shorter than that, as between two carriageways,
// hardly shows where its street leads.

import Foundation
import RoadNetwork

extension NetworkDataset {
    /// The length over which bearings are taken.
    fileprivate static let bearingCentimeters: UInt32 = 1_500
    /// A street that bends by more than this changes direction.
    fileprivate static let bendDegrees = 45.0

    /// Whether an edge is too short to have a bearing of its own.
    func isShort(_ edge: EdgeID) -> Bool {
        lengthCentimeters(of: edge) < Self.bearingCentimeters
    }

    /// Returns the direction in which an edge leaves, in degrees from north, over 15 m of its
    /// street.
    ///
    /// - Complexity: O(*d*) for nodes of degree *d*; O(1) if the edge is long enough.
    func departDegrees(of edge: EdgeID, for traveler: Traveler) -> Double {
        let own = Double(edgeDepartBearing[edge.row]) / 100
        guard isShort(edge), var next = goingOn(from: edge, traveler) else { return own }
        var street = StreetDirection(own, centimeters: lengthCentimeters(of: edge))
        while true {
            street.add(
                Double(edgeDepartBearing[next.row]) / 100, centimeters: lengthCentimeters(of: next))
            guard !street.isComplete, let following = goingOn(from: next, traveler) else { break }
            next = following
        }
        return street.degrees
    }

    /// Finds the next edge that bends least, if it bends by at most ``bendDegrees``.
    private func goingOn(from edge: EdgeID, _ traveler: Traveler) -> EdgeID? {
        var straightest: (deviation: Double, edge: EdgeID)?
        for next in edgesLeaving(head(of: edge))
        where next.segment != edge.segment && lengthCentimeters(of: next) > 0
            && traveler.mayUse(next, on: self)
        {
            let found = (TurnAngle(from: edge, to: next, on: self).deviation, next)
            if found.0 <= Self.bendDegrees, straightest.map({ found < $0 }) ?? true {
                straightest = found
            }
        }
        return straightest?.edge
    }
}

/// A street's direction over 15 m, summed from its edges' bearings. A stored bearing covers 15 m or
/// all of a shorter edge, so shapes need not be read.
private struct StreetDirection {
    private var (north, east) = (0.0, 0.0)
    private var left = NetworkDataset.bearingCentimeters

    init(_ degrees: Double, centimeters: UInt32) { add(degrees, centimeters: centimeters) }

    mutating func add(_ degrees: Double, centimeters: UInt32) {
        let length = min(left, centimeters)
        let radians = degrees * .pi / 180
        north += Double(length) * cos(radians)
        east += Double(length) * sin(radians)
        left -= length
    }

    var isComplete: Bool { left == 0 }

    /// Degrees from north.
    var degrees: Double {
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

/// The directions of travel before and after a junction, in degrees from north.
struct JunctionBearings: Hashable, Sendable {
    let arrival: Double
    let departure: Double

    /// - Parameter position: The index, in `travel.moving`, of the step after the junction.
    init(
        at position: Int, of travel: Travel, for traveler: Traveler, on network: NetworkDataset
    ) {
        arrival = travel.arrivalDegrees(at: position, on: network)
        departure = travel.departDegrees(at: position, for: traveler, on: network)
    }
}

extension Travel {
    /// Returns the direction in which a moving step leaves, in degrees from north: over 15 m of the
    /// path, or over 15 m of the step's own street if the path turns off earlier.
    func departDegrees(
        at position: Int, for traveler: Traveler, on network: NetworkDataset
    ) -> Double {
        var edge = steps[moving[position]].edge
        let own = Double(network.edgeDepartBearing[edge.row]) / 100
        guard network.isShort(edge) else { return own }
        var street = StreetDirection(own, centimeters: network.lengthCentimeters(of: edge))
        for index in moving[(position + 1)...] where !street.isComplete {
            let next = steps[index].edge
            guard next != edge else { continue }
            guard next.segment != edge.segment,
                TurnAngle(from: edge, to: next, on: network).deviation
                    <= NetworkDataset.bendDegrees
            else { break }
            street.add(
                Double(network.edgeDepartBearing[next.row]) / 100,
                centimeters: network.lengthCentimeters(of: next))
            edge = next
        }
        return street.isComplete
            ? street.degrees
            : network.departDegrees(of: steps[moving[position]].edge, for: traveler)
    }

    /// Returns the direction of travel before a moving step, in degrees from north: over the last
    /// 15 m traveled, but not beyond the last turn.
    func arrivalDegrees(at position: Int, on network: NetworkDataset) -> Double {
        var edge = steps[moving[position - 1]].edge
        let own = Double(network.edgeArriveBearing[edge.row]) / 100
        guard network.isShort(edge), position > 1 else { return own }
        var street = StreetDirection(own, centimeters: network.lengthCentimeters(of: edge))
        for index in stride(from: position - 2, through: 0, by: -1) where !street.isComplete {
            let before = steps[moving[index]].edge
            guard before.twin != edge,
                TurnAngle(from: before, to: edge, on: network).deviation
                    <= NetworkDataset.bendDegrees
            else { break }
            street.add(
                Double(network.edgeArriveBearing[before.row]) / 100,
                centimeters: network.lengthCentimeters(of: before))
            edge = before
        }
        return street.degrees
    }
}

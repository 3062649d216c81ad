// Directions of travel at a junction where edges are short.
//
// The network has the bearing of each edge over 15 m; an edge that is shorter, as between the
// carriageways of a crossing, says little about where the street goes.

import Geo
import RoadNetwork

extension NetworkDataset {
    /// Bearings are taken over this length.
    fileprivate static let bearingCentimeters: UInt32 = 1_500
    /// A street that bends by more is another direction.
    fileprivate static let bendDegrees = 45.0

    /// Whether an edge is too short for a bearing of its own.
    func isShort(_ edge: EdgeID) -> Bool {
        lengthCentimeters(of: edge) < Self.bearingCentimeters
    }

    /// The direction in which an edge leaves, in degrees from north: over 15 m of the street that
    /// it is part of.
    ///
    /// - Complexity: O(*d*) for nodes of degree *d*; a column where the edge is long enough.
    func departDegrees(of edge: EdgeID, for traveler: Traveler) -> Double {
        let own = Double(edgeDepartBearing[edge.row]) / 100
        guard isShort(edge) else { return own }
        var centimeters = lengthCentimeters(of: edge)
        var line = shape(of: edge)
        var last = edge
        while centimeters < Self.bearingCentimeters, let next = goingOn(from: last, traveler) {
            centimeters += lengthCentimeters(of: next)
            line += shape(of: next).dropFirst()
            last = next
        }
        return last == edge ? own : Self.degrees(of: line) ?? own
    }

    /// The street that bends least, if it bends little.
    private func goingOn(from edge: EdgeID, _ traveler: Traveler) -> EdgeID? {
        func deviation(_ next: EdgeID) -> Double {
            TurnAngle(from: edge, to: next, on: self).deviation
        }
        return edgesLeaving(head(of: edge))
            .filter {
                $0.segment != edge.segment && lengthCentimeters(of: $0) > 0
                    && traveler.mayUse($0, on: self) && deviation($0) <= Self.bendDegrees
            }
            .min { (deviation($0), $0) < (deviation($1), $1) }
    }

    /// The direction of the first 15 m of a line.
    fileprivate static func degrees(of line: [Coordinate]) -> Double? {
        let measure = LineMeasure(line)
        guard let first = line.first, measure.lengthMeters > 0 else { return nil }
        let end = measure.coordinate(
            at: min(1, Double(bearingCentimeters) / 100 / measure.lengthMeters))
        return first == end ? nil : Geodesic.bearingDegrees(from: first, to: end)
    }
}

extension Travel {
    /// The direction of travel before a moving step, in degrees from north: over 15 m of the street
    /// traveled, up to the last turn.
    func arrivalDegrees(at position: Int, on network: NetworkDataset) -> Double {
        let edge = steps[moving[position - 1]].edge
        let own = Double(network.edgeArriveBearing[edge.row]) / 100
        guard network.isShort(edge), position > 1 else { return own }
        var line = Array(network.shape(of: edge).reversed())
        var centimeters = network.lengthCentimeters(of: edge)
        var next = edge
        for index in stride(from: position - 2, through: 0, by: -1)
        where centimeters < NetworkDataset.bearingCentimeters {
            let before = steps[moving[index]].edge
            guard before.twin != next,
                TurnAngle(from: before, to: next, on: network).deviation
                    <= NetworkDataset.bendDegrees
            else { break }
            centimeters += network.lengthCentimeters(of: before)
            line += network.shape(of: before).reversed().dropFirst()
            next = before
        }
        return next == edge ? own : (NetworkDataset.degrees(of: line) ?? own + 180) + 180
    }
}

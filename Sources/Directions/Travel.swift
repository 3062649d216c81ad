// The legs between two entries of the directions as one list of steps.

import Geo
import RoadNetwork

/// One element of a path with its costs and its place in the legs.
struct TravelStep: Hashable, Sendable {
    var leg: Int
    var element: Int
    var edge: EdgeID
    var from: Double
    var to: Double
    var centimeters: Int64
    var milliseconds: Int64
}

/// What is travelled from one stop with entries to the next, through waypoints.
struct Travel: Sendable {
    /// Every element of the legs.
    private(set) var steps: [TravelStep] = []
    /// Positions of the steps that have a length: only there does anything happen to the traveller.
    private(set) var moving: [Int] = []

    /// Joins consecutive legs.
    ///
    /// - Parameter legs: Positions among all legs of the route.
    init(_ all: [DirectionsLeg], legs: Range<Int>) {
        for leg in legs {
            let elements = all[leg].path.elements
            for (index, element) in elements.enumerated() {
                let centimeters = all[leg].centimeters[index]
                if centimeters > 0 { moving.append(steps.count) }
                steps.append(
                    TravelStep(
                        leg: leg, element: index, edge: element.edge, from: element.from,
                        to: element.to, centimeters: centimeters,
                        milliseconds: all[leg].milliseconds[index]))
            }
        }
        let takesTime = steps.contains { $0.milliseconds != 0 }
        if moving.isEmpty, takesTime { moving = [0] }
    }

    /// A range of steps as spans of legs.
    func spans(of range: Range<Int>) -> [LegSpan] {
        var spans: [LegSpan] = []
        for step in steps[range] {
            if let last = spans.last, last.leg == step.leg {
                spans[spans.count - 1].elements = last.elements.lowerBound..<(step.element + 1)
            } else {
                spans.append(LegSpan(leg: step.leg, elements: step.element..<(step.element + 1)))
            }
        }
        return spans
    }

    /// The direction in which travel sets out at a moving step, in degrees from north, taken over
    /// the first 30 m.
    func azimuthDegrees(at position: Int, on network: NetworkDataset) -> Double {
        var line: [Coordinate] = []
        var meters = 0.0
        for step in steps[moving[position]...] where meters < Self.azimuthMeters {
            let shape = network.shape(of: step.edge)
            guard shape.count > 1, step.to > step.from else { continue }
            let measure = LineMeasure(shape)
            let missing = Self.azimuthMeters - meters
            let share = measure.lengthMeters > 0 ? missing / measure.lengthMeters : 1
            let end = min(step.to, step.from + share)
            line += measure.part(from: step.from, to: end)
            meters += (end - step.from) * measure.lengthMeters
            // Rounding must not send the loop round for a hair's breadth.
            if end < step.to { break }
        }
        guard let first = line.first, let last = line.last, first != last else {
            return Double(network.edgeDepartBearing[steps[moving[position]].edge.row]) / 100
        }
        return Geodesic.bearingDegrees(from: first, to: last)
    }

    private static let azimuthMeters = 30.0
}

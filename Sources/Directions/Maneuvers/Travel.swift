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

/// The path from one stop with entries to the next, through waypoints.
struct Travel: Sendable {
    /// Every element of the legs.
    private(set) var steps: [TravelStep] = []
    /// Positions of the steps that have a length; maneuvers lie between them.
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

    /// The direction in which travel sets out on some steps, in degrees from north, taken over the
    /// first 30 m of them: the road after the next turn does not count.
    func azimuthDegrees(of range: Range<Int>, on network: NetworkDataset) -> Double {
        let line = line(from: range.lowerBound, to: range.upperBound, Self.azimuthMeters, network)
        guard let first = line.first, let last = line.last, first != last else {
            let edge = steps[moving.first { range.contains($0) } ?? range.lowerBound].edge
            return Double(network.edgeDepartBearing[edge.row]) / 100
        }
        return Geodesic.bearingDegrees(from: first, to: last)
    }

    /// The change of direction where some steps begin, over 15 m before and 40 m after; or `nil`
    /// where no bearing contradicts a side.
    ///
    /// - Complexity: O(*n*) in the number of edges over 40 m; shapes are read only where a bearing
    ///   lies on the other side.
    func angle(
        of range: Range<Int>, againstThe side: TurnSide, on network: NetworkDataset
    ) -> TurnAngle? {
        guard let arrival = arrivalDegrees(before: range.lowerBound, on: network) else {
            return nil
        }
        var centimeters: Int64 = 0
        var isDoubtful = false
        for step in steps[range] where step.centimeters > 0 {
            for bearing in [
                network.edgeDepartBearing[step.edge.row], network.edgeArriveBearing[step.edge.row],
            ] where TurnAngle(degrees: Double(bearing) / 100 - arrival).side != side {
                isDoubtful = true
            }
            centimeters += step.centimeters
            if isDoubtful || Double(centimeters) >= Self.sideMeters * 100 { break }
        }
        return isDoubtful ? angle(of: range, on: network) : nil
    }

    /// The change of direction where some steps begin, over 15 m before and 40 m after; `nil` where
    /// the path begins or has no length.
    func angle(of range: Range<Int>, on network: NetworkDataset) -> TurnAngle? {
        guard let arrival = arrivalDegrees(before: range.lowerBound, on: network) else {
            return nil
        }
        let line = line(from: range.lowerBound, to: range.upperBound, Self.sideMeters, network)
        guard let first = line.first, let last = line.last, first != last else { return nil }
        return TurnAngle(degrees: Geodesic.bearingDegrees(from: first, to: last) - arrival)
    }

    /// The first edge that is traveled on some steps.
    func edge(of range: Range<Int>) -> EdgeID? {
        steps[range].first { $0.centimeters > 0 }?.edge
    }

    /// The direction of travel before a step that is not the first to move, in degrees from north.
    private func arrivalDegrees(before start: Int, on network: NetworkDataset) -> Double? {
        let position = position(of: start)
        return position > 0 ? arrivalDegrees(at: position, on: network) : nil
    }

    /// The first moving step from a step on, by its place among them; their number if none follows.
    ///
    /// - Complexity: O(log *n*).
    func position(of step: Int) -> Int {
        var (low, high) = (0, moving.count)
        while low < high {
            let middle = (low + high) / 2
            if moving[middle] < step { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first meters of the path over some steps.
    private func line(
        from start: Int, to end: Int, _ reach: Double, _ network: NetworkDataset
    ) -> [Coordinate] {
        var line: [Coordinate] = []
        var meters = 0.0
        for step in steps[start..<end] where step.to > step.from && meters < reach {
            let shape = network.shape(of: step.edge)
            guard shape.count > 1 else { continue }
            let measure = LineMeasure(shape)
            let missing = reach - meters
            let share = measure.lengthMeters > 0 ? missing / measure.lengthMeters : 1
            let end = min(step.to, step.from + share)
            line += measure.part(from: step.from, to: end)
            meters += (end - step.from) * measure.lengthMeters
            // The tolerance avoids another iteration for a rounding error.
            if end < step.to { break }
        }
        return line
    }

    private static let azimuthMeters = 30.0
    /// The side of a turn is that of the path over this length after it.
    private static let sideMeters = 40.0
}

// The legs between two entries of the directions, as one list of steps.

import Geo
import RoadNetwork

/// A path element with its costs and its index within its leg.
struct TravelStep: Hashable, Sendable {
    var leg: Int
    var element: Int
    var edge: EdgeID
    var from: Double
    var to: Double
    var centimeters: Int64
    var milliseconds: Int64
}

/// The path from one stop with entries to the next, through any waypoints.
struct Travel: Sendable {
    /// All elements of the legs.
    private(set) var steps: [TravelStep] = []
    /// Indices of the steps with a length; maneuvers begin between them.
    private(set) var moving: [Int] = []

    /// Joins consecutive legs.
    ///
    /// - Parameter legs: The legs' indices in `all`.
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

    /// Converts a range of steps to spans of legs.
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

    /// Returns the direction in which some steps set out, in degrees from north, over their first
    /// 30 m. The road after the next turn does not count.
    func azimuthDegrees(of range: Range<Int>, on network: NetworkDataset) -> Double {
        let line = line(from: range.lowerBound, to: range.upperBound, Self.azimuthMeters, network)
        guard let first = line.first, let last = line.last, first != last else {
            let edge = steps[moving.first { range.contains($0) } ?? range.lowerBound].edge
            return Double(network.edgeDepartBearing[edge.row]) / 100
        }
        return Geodesic.bearingDegrees(from: first, to: last)
    }

    /// Returns the change of direction at the start of some steps, from 15 m before to 40 m after;
    /// `nil` if every bearing agrees with `side`.
    ///
    /// - Complexity: O(*n*) in the number of edges over 40 m. Shapes are read only if a bearing
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

    /// Returns the change of direction at the start of some steps, from 15 m before to 40 m after;
    /// `nil` if the path begins there or has no length.
    func angle(of range: Range<Int>, on network: NetworkDataset) -> TurnAngle? {
        guard let arrival = arrivalDegrees(before: range.lowerBound, on: network) else {
            return nil
        }
        let line = line(from: range.lowerBound, to: range.upperBound, Self.sideMeters, network)
        guard let first = line.first, let last = line.last, first != last else { return nil }
        return TurnAngle(degrees: Geodesic.bearingDegrees(from: first, to: last) - arrival)
    }

    /// Whether the path turns to a side where a moving step begins, from 15 m before to 15 m
    /// behind, over any corners. A jog of some meters does not.
    func turns(to side: TurnSide, at position: Int, on network: NetworkDataset) -> Bool {
        let start = moving[position]
        var first = start
        var meters = 0.0
        while first > 0, meters < Self.cornerMeters {
            first -= 1
            meters += Double(steps[first].centimeters) / 100
        }
        let before = LineMeasure(line(from: first, to: start, .infinity, network))
        let behind = line(from: start, to: steps.count, Self.cornerMeters, network)
        guard let corner = behind.first, let to = behind.last, before.lengthMeters > 0 else {
            return false
        }
        let from = before.coordinate(at: max(0, 1 - Self.cornerMeters / before.lengthMeters))
        guard from != corner, to != corner else { return false }
        let angle = TurnAngle(
            degrees: Geodesic.bearingDegrees(from: corner, to: to)
                - Geodesic.bearingDegrees(from: from, to: corner))
        return !angle.isStraight && angle.side == side
    }

    /// Returns the first edge traveled on some steps.
    func edge(of range: Range<Int>) -> EdgeID? {
        steps[range].first { $0.centimeters > 0 }?.edge
    }

    /// Returns the direction of travel before a step, in degrees from north; `nil` before the first
    /// moving step.
    private func arrivalDegrees(before start: Int, on network: NetworkDataset) -> Double? {
        let position = position(of: start)
        return position > 0 ? arrivalDegrees(at: position, on: network) : nil
    }

    /// Finds the first moving step at or after a step and returns its index in `moving`, or
    /// `moving.count` if none follows.
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

    /// Returns the line of some steps, up to `reach` meters.
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
            // Stop here: a rounding error may leave `meters` just below `reach`.
            if end < step.to { break }
        }
        return line
    }

    private static let azimuthMeters = 30.0
    /// The length on each side of a corner that shows whether it turns.
    private static let cornerMeters = 15.0
    /// The length of path after a turn that decides its side.
    private static let sideMeters = 40.0
}

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

    /// The direction of travel before a step, over 15 m also where edges are shorter.
    private func arrivalDegrees(before start: Int, on network: NetworkDataset) -> Double? {
        guard let last = steps[..<start].last(where: { $0.centimeters > 0 }) else { return nil }
        if Double(last.centimeters) >= Self.arrivalMeters * 100 {
            return Double(network.edgeArriveBearing[last.edge.row]) / 100
        }
        var meters = 0.0
        var end: Coordinate?
        var place: Coordinate?
        for step in steps[..<start].reversed() where step.to > step.from {
            let measure = LineMeasure(network.shape(of: step.edge))
            if end == nil { end = measure.coordinate(at: step.to) }
            let missing = Self.arrivalMeters - meters
            let share = measure.lengthMeters > 0 ? missing / measure.lengthMeters : 1
            let from = max(step.from, step.to - share)
            place = measure.coordinate(at: from)
            meters += (step.to - from) * measure.lengthMeters
            if from > step.from { break }
        }
        guard let place, let end, place != end else {
            return Double(network.edgeArriveBearing[last.edge.row]) / 100
        }
        return Geodesic.bearingDegrees(from: place, to: end)
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
    private static let arrivalMeters = 15.0
    /// The side of a turn is that of the path over this length after it.
    private static let sideMeters = 40.0
}

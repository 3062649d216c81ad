// Meters and seconds for each piece of a route's line.

import RouteAPI

/// Gives each piece of a line its meters and seconds, so that they add up to the route's.
///
/// Meters are whole centimeters and seconds whole milliseconds: each vertex gets its share of its
/// edge, rounded, and a piece is the difference between its ends. Sums over any run of edges are
/// therefore exact, however the line is generalized.
struct PieceMeasures {
    /// The travel up to each vertex: the centimeters, and the milliseconds when it is reached.
    private var centimeters: [Int64]
    private var milliseconds: [Int64]
    /// The milliseconds that the route turns at each vertex, after it is reached.
    private var turning: [Int64]

    /// - Parameters:
    ///   - line: The line with its step lengths.
    ///   - passed: The route's edges.
    /// - Complexity: O(*n*) for *n* vertices and edges.
    init(of line: RouteLine, _ passed: [PassedEdge]) {
        centimeters = [Int64](repeating: 0, count: line.vertices.count)
        milliseconds = centimeters
        turning = centimeters
        var (length, time) = (Int64(0), Int64(0))
        var (before, end): (PassedEdge?, Int) = (nil, 0)
        for edge in passed {
            let steps = line.steps(ofElement: edge.element, leg: edge.leg)
            if let before, before.leg == edge.leg {
                // At the 180th meridian an edge begins behind the vertex where the last one ends.
                if steps.lowerBound > end { reach(steps.lowerBound, length, time) }
                let turn = edge.reached - before.reached - before.travel
                turning[steps.lowerBound] += turn
                time += turn
            } else {
                // If an edge at a leg's end has no steps, its time belongs to the leg.
                reach(steps.lowerBound, length, time)
            }
            let start = line.meters[steps.lowerBound]
            let drawn = line.meters[steps.upperBound] - start
            for vertex in steps.lowerBound..<steps.upperBound {
                let share = drawn > 0 ? (line.meters[vertex + 1] - start) / drawn : 1
                reach(
                    vertex + 1, length + Int64((Double(edge.length) * share).rounded()),
                    time + Int64((Double(edge.travel) * share).rounded()))
            }
            length += edge.length
            time += edge.travel
            (before, end) = (edge, steps.upperBound)
        }
        if !centimeters.isEmpty { reach(centimeters.count - 1, length, time) }
    }

    private mutating func reach(_ vertex: Int, _ length: Int64, _ time: Int64) {
        centimeters[vertex] = length
        milliseconds[vertex] = time
    }

    /// Adds values for every piece between neighboring line points, and the turns at points.
    ///
    /// - Parameters:
    ///   - points: The points' vertex indices, ascending.
    ///   - hasTimes: Whether routes have travel times.
    /// - Complexity: O(*n*) for *n* points.
    func add(to route: inout RouteConditions, points: [Int], hasTimes: Bool) {
        for (point, (from, to)) in zip(points, points.dropFirst()).enumerated() {
            route.meters.append(Double(centimeters[to] - centimeters[from]) / 100)
            guard hasTimes else { continue }
            route.seconds.append(Double(milliseconds[to] - milliseconds[from]) / 1_000)
            if from < to, turning[from] > 0 {
                route.turns.append(
                    TurnTime(point: point, seconds: Double(turning[from]) / 1_000))
            }
        }
    }
}

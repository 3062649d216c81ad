// A part of the directions of a route, for requests that ask for them piece by piece.

/// The part of a route's directions that an answer has, in meters along the route.
///
/// A step belongs to the page in which it begins; those at the end of the route belong to the page
/// that reaches it. So the steps of successive pages are those of the whole directions, each once:
///
///     var from = 0.0
///     repeat {
///         parameters.directionsFrom = from
///         parameters.directionsLength = 5_000
///         // … solve, and append the steps
///         from = page.toMeters
///     } while from < page.totalMeters
public struct DirectionsPage: Hashable, Sendable {
    /// Where the page begins.
    public var fromMeters: Double
    /// Where it ends, and the next one begins; not beyond the end of the route.
    public var toMeters: Double
    /// The length of the whole route.
    public var totalMeters: Double
    /// The number of steps before the page.
    public var stepsBefore: Int
    /// The number of steps after it.
    public var stepsAfter: Int
    /// The number of steps before the page that have a line.
    package var linesBefore = 0
    /// The number of steps after it that have a line.
    package var linesAfter = 0

    /// Makes a page.
    public init(
        fromMeters: Double, toMeters: Double, totalMeters: Double, stepsBefore: Int,
        stepsAfter: Int
    ) {
        self.fromMeters = fromMeters
        self.toMeters = toMeters
        self.totalMeters = totalMeters
        self.stepsBefore = stepsBefore
        self.stepsAfter = stepsAfter
    }
}

/// The part of directions that a request asks for, in centimeters along the route.
package struct DirectionsPaging: Hashable, Sendable {
    private let from: Int64
    /// The length; `nil` up to the end of the route.
    private let length: Int64?

    /// A part of directions, or `nil` for all of them.
    ///
    /// - Parameters:
    ///   - fromMeters: Where it begins, 0 or more.
    ///   - lengthMeters: Its length; 0 up to the end of the route.
    package init?(fromMeters: Double, lengthMeters: Double) {
        guard fromMeters > 0 || lengthMeters > 0 else { return nil }
        from = Self.centimeters(fromMeters)
        // The end is rounded, not the length: it is where the next page begins.
        length =
            lengthMeters > 0 ? max(1, Self.centimeters(fromMeters + lengthMeters) - from) : nil
    }

    /// Whole centimeters; no more than any route has.
    private static func centimeters(_ meters: Double) -> Int64 {
        Int64((min(meters, 1e12) * 100).rounded())
    }

    /// Where the part begins and ends on a route.
    ///
    /// - Parameter total: The length of the route in centimeters.
    package func bounds(ofRoute total: Int64) -> Range<Int64> {
        let start = min(from, total)
        guard let length else { return start..<total }
        return start..<max(start, min(from + length, total))
    }

    /// The steps of the part.
    ///
    /// - Parameters:
    ///   - starts: Where each step begins, ascending, in centimeters.
    ///   - total: The length of the route in centimeters.
    /// - Complexity: O(*n*) for *n* steps.
    package func steps(_ starts: [Int64], ofRoute total: Int64) -> Range<Int> {
        // Steps at the end of the route are those of the page that reaches it.
        guard from == 0 || from < total else { return starts.count..<starts.count }
        let first = starts.firstIndex { $0 >= from } ?? starts.count
        guard let length, from + length < total else { return first..<starts.count }
        return first..<(starts.firstIndex { $0 >= from + length } ?? starts.count)
    }
}

extension RouteDirections {
    /// Keeps the steps of a part of the route.
    ///
    /// - Parameter starts: Where each step begins, ascending, in centimeters along the route.
    /// - Precondition: One start for each step.
    package mutating func keep(
        _ part: DirectionsPaging, starts: [Int64], ofRoute total: Int64
    ) {
        precondition(starts.count == steps.count, "\(steps.count) steps, \(starts.count) starts")
        let kept = part.steps(starts, ofRoute: total)
        let bounds = part.bounds(ofRoute: total)
        var page = DirectionsPage(
            fromMeters: Double(bounds.lowerBound) / 100, toMeters: Double(bounds.upperBound) / 100,
            totalMeters: Double(total) / 100, stepsBefore: kept.lowerBound,
            stepsAfter: steps.count - kept.upperBound)
        page.linesBefore = steps[..<kept.lowerBound].count(where: \.hasLine)
        page.linesAfter = steps[kept.upperBound...].count(where: \.hasLine)
        self.page = page
        steps = Array(steps[kept])
    }
}

extension DirectionStep {
    /// Whether the step is more than a place.
    var hasLine: Bool { line.contains { $0 != line[0] } }
}

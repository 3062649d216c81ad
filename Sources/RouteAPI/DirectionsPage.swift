// A part of a route's directions, for clients that fetch them piece by piece.

/// The part of a route's directions in an answer, in meters along the route.
///
/// Use pages if a device should not receive the directions of a long route at once. A step belongs
/// to the page in which it begins; steps at the route's end belong to the page that reaches it.
/// Successive pages therefore give all steps, each once:
///
///     var from = 0.0
///     repeat {
///         parameters.directionsFrom = from
///         parameters.directionsLength = 5_000
///         // … solve, and append the steps
///         from = page.toMeters
///     } while from < page.totalMeters
public struct DirectionsPage: Hashable, Sendable {
    /// Where the page begins, in meters from the route's start.
    public var fromMeters: Double
    /// Where it ends and the next page begins; at most the route's end.
    public var toMeters: Double
    /// The whole route's length.
    public var totalMeters: Double
    /// How many steps come before the page.
    public var stepsBefore: Int
    /// How many steps come after it.
    public var stepsAfter: Int
    /// How many steps before the page have a line.
    package var linesBefore = 0
    /// How many steps after it have a line.
    package var linesAfter = 0

    /// Creates a page.
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

/// The part of the directions that a request asks for, in centimeters along the route.
package struct DirectionsPaging: Hashable, Sendable {
    private let from: Int64
    /// The length; `nil` means up to the route's end.
    private let length: Int64?

    /// Reads the part to return, or `nil` for the whole directions.
    ///
    /// - Parameters:
    ///   - fromMeters: Where it begins, 0 or more.
    ///   - lengthMeters: Its length; 0 means up to the route's end.
    package init?(fromMeters: Double, lengthMeters: Double) {
        guard fromMeters > 0 || lengthMeters > 0 else { return nil }
        from = Self.centimeters(fromMeters)
        // Round the end rather than the length, because the next page begins there.
        length =
            lengthMeters > 0 ? max(1, Self.centimeters(fromMeters + lengthMeters) - from) : nil
    }

    /// Converts to whole centimeters, at most the length of any route.
    private static func centimeters(_ meters: Double) -> Int64 {
        Int64((min(meters, 1e12) * 100).rounded())
    }

    /// Returns where the part begins and ends on a route.
    ///
    /// - Parameter total: The route's length in centimeters.
    package func bounds(ofRoute total: Int64) -> Range<Int64> {
        let start = min(from, total)
        guard let length else { return start..<total }
        return start..<max(start, min(from + length, total))
    }

    /// Returns the steps in the part.
    ///
    /// - Parameters:
    ///   - starts: Where each step begins, ascending, in centimeters.
    ///   - total: The route's length in centimeters.
    /// - Complexity: O(*n*) for *n* steps.
    package func steps(_ starts: [Int64], ofRoute total: Int64) -> Range<Int> {
        // Steps at the route's end belong to the page that reaches it.
        guard from == 0 || from < total else { return starts.count..<starts.count }
        let first = starts.firstIndex { $0 >= from } ?? starts.count
        guard let length, from + length < total else { return first..<starts.count }
        return first..<(starts.firstIndex { $0 >= from + length } ?? starts.count)
    }
}

extension RouteDirections {
    /// Keeps only the steps in a part of the route.
    ///
    /// - Parameter starts: Where each step begins, ascending, in centimeters along the route.
    /// - Precondition: There is one start for each step.
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
    /// Whether the step has a length, rather than being at one place.
    var hasLine: Bool { line.contains { $0 != line[0] } }
}

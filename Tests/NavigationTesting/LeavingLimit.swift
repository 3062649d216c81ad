// How soon any test at all could tell that a simulated drive has left its route.

import Foundation
import Geo
import Navigation

/// How soon the fixes of a drive suffice to tell it from a drive along the route.
///
/// The best test knows which street the drive takes, where the vehicle is along it, and how places
/// and courses err. If it errs for one drive in 10,000 that keeps to the route, it tells half of
/// the drives that left once their fixes differ by ``neededDeviations`` standard deviations.
/// 1,000 km pass some 10,000 junctions, so no tracker with one alarm in 1,000 km is sooner.
/// Method: J. Neyman and E. S. Pearson, *On the Problem of the Most Efficient Tests of Statistical
/// Hypotheses*, Philosophical Transactions A 231 (1933),
/// [doi:10.1098/rsta.1933.0009](https://doi.org/10.1098/rsta.1933.0009).
struct LeavingLimit {
    /// The standard normal deviation that is exceeded once in 10,000 times.
    static let neededDeviations = 3.7
    /// The share of a course's error that a second later remains, as the simulator has it.
    private static let keptCourse = 0.6

    private let line: RouteIndex
    private let route: RouteIndex
    private let offset: Double

    /// - Throws: ``FollowedRouteError`` if the wrong turn's line is no line.
    init(
        _ turn: RouteSimulator.WrongTurn, from route: RouteIndex
    ) throws(FollowedRouteError) {
        line = try RouteIndex(FollowedRoute(line: turn.line, metersPerSecond: 1))
        self.route = route
        offset = turn.offset
    }

    /// Returns the meters from the junction after which the fixes suffice; `nil` if they never do.
    ///
    /// Errors are as ``RouteSimulator/Settings`` has them by default, with the accuracy that fixes
    /// state.
    ///
    /// - Complexity: O(*n* log *m*) for *n* fixes and *m* vertices.
    func meters(of drive: [SimulatedFix]) -> Double? {
        let usual = RouteSimulator.Settings()
        var (apart, turned, squares) = (SIMD2<Double>.zero, 0.0, 0.0)
        var last: Int64?
        for simulated in drive {
            guard let meters = simulated.metersSinceLeaving else {
                last = simulated.fix.time
                continue
            }
            let fix = simulated.fix
            let (now, angle) = difference(after: meters)
            let seconds = last.map { Double(fix.time - $0) / 1_000 } ?? usual.intervalSeconds
            let kept = exp(-seconds / usual.correlationSeconds)
            let change = now - apart * kept
            let variance = fix.deviationMeters * fix.deviationMeters * (1 - kept * kept)
            squares += (change * change).sum() / variance
            if fix.course != nil, let noise = usual.courseNoiseDegrees {
                let errors = angle / (noise + 40 / max(1, fix.speed ?? 1))
                let change = errors - Self.keptCourse * turned
                squares += change * change / (1 - Self.keptCourse * Self.keptCourse)
                turned = errors
            }
            (apart, last) = (now, fix.time)
            if squares.squareRoot() >= Self.neededDeviations { return meters }
        }
        return nil
    }

    /// Returns how far the line is from the route some meters behind the junction, east and north,
    /// and by how many degrees their courses differ.
    private func difference(after meters: Double) -> (SIMD2<Double>, Double) {
        let place = line.coordinate(at: line.position(atMeters: meters))
        let reach = max(0, offset - 30)...max(offset, offset + meters * 1.3 + 30)
        guard let near = route.closest(to: place, within: reach) else { return (.zero, 0) }
        let there = route.coordinate(at: near.position)
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let course = route.courseDegrees(atMeters: near.meters)
        return (
            SIMD2((place.x - there.x) * scale.x, (place.y - there.y) * scale.y),
            (line.courseDegrees(atMeters: meters) - course).remainder(dividingBy: 360)
        )
    }
}

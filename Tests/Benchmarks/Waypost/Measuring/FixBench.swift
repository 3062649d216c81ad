// What a fix costs on lines of any length: where it is found at first, followed, and beside them.

import Geo
import Navigation

/// Times single fixes on a made-up line with a vertex every 25 m.
struct FixBench {
    /// The course of a line.
    enum Shape: String, CaseIterable {
        /// A road with bends that comes back nowhere.
        case road
        /// Laps of 10 km over the same streets, the worst case for boxes around parts of a line.
        case laps
    }

    /// The microseconds of fixes.
    struct Times {
        /// Each fix's time, the least of some passes.
        private let values: [Double]

        init(_ values: [Double]) { self.values = values }

        var mean: Double { values.reduce(0, +) / Double(max(1, values.count)) }
        var worst: Double { values.max() ?? .nan }
    }

    /// A moment of a drive: what is known, and the fix that comes.
    private typealias Moment = (state: TrackerState, fix: Fix)

    private let tracker: RouteTracker
    private var index: RouteIndex { tracker.index }

    /// How often each fix is timed. The least time counts, since others hold interruptions.
    private static let passes = 5
    /// The fixes of each drive, and the meters between them.
    private static let (fixes, step) = (300, 20.0)
    /// How far beside the line the vehicle drives after it has left it, in meters.
    private static let besideMeters = 150.0

    init(_ shape: Shape, vertices: Int) throws {
        var place = Coordinate(x: -60, y: 43.7)
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let line = (0..<vertices).map { vertex in
            defer {
                let course =
                    switch shape {
                    case .road: 90 + 60 * Self.wave(Double(vertex) / 126)
                    case .laps: Double(vertex) * 360 / 400
                    }
                let way = SIMD2.heading(degrees: course) * 25
                place.x += way.x / scale.x
                place.y += way.y / scale.y
            }
            return place
        }
        tracker = RouteTracker(try RouteIndex(FollowedRoute(line: line, metersPerSecond: 20)))
    }

    /// A wave of turns between -1 and 1.
    private static func wave(_ turns: Double) -> Double { SIMD2.heading(degrees: turns * 360).x }

    /// The line's length.
    var kilometers: Double { index.lengthMeters / 1_000 }

    /// Where drives begin.
    private var starts: [Double] { [0, 1, 2].map { index.lengthMeters * $0 / 3 } }

    /// Times first fixes, which may be anywhere on the line.
    func found() -> Times {
        let places = (0..<100).map { index.lengthMeters * (Double($0) + 0.5) / 100 }
        return times(places.map { (TrackerState(), fix(number: 0, meters: $0)) })
    }

    /// Times fixes on the line.
    func followed() -> Times { times(starts.flatMap { drive(from: $0).moments }) }

    /// Times fixes beside the line, after the vehicle has left it.
    ///
    /// - Throws: If the tracker does not say that it has.
    func left() throws -> Times {
        var moments: [Moment] = []
        for start in starts {
            var (state, _) = drive(from: start)
            for number in Self.fixes..<(2 * Self.fixes) {
                let meters = start + Double(number) * Self.step
                let away = min(
                    Self.besideMeters, Double(number - Self.fixes) * Self.step / 2)
                let fix = fix(number: number, meters: meters, beside: away)
                if state.phase == .deviated { moments.append((state, fix)) }
                state = tracker.track(fix, from: state).state
            }
        }
        guard moments.count >= Self.fixes else {
            throw BenchmarkError("the tracker does not notice that the line is left")
        }
        return times(moments)
    }

    /// Drives along the line, and returns where that leads and each moment after the first.
    private func drive(from start: Double) -> (state: TrackerState, moments: [Moment]) {
        var state = TrackerState()
        var moments: [Moment] = []
        for number in 0..<Self.fixes {
            let fix = fix(number: number, meters: start + Double(number) * Self.step)
            if number > 0 { moments.append((state, fix)) }
            state = tracker.track(fix, from: state).state
        }
        return (state, moments)
    }

    /// Returns a fix a number of meters along the line, and some to its right.
    private func fix(number: Int, meters: Double, beside: Double = 0) -> Fix {
        let place = index.coordinate(at: index.position(atMeters: meters))
        let course = index.courseDegrees(atMeters: meters)
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let way = SIMD2.heading(degrees: course + 90) * beside
        return Fix(
            time: Int64(number) * 1_000, longitude: place.x + way.x / scale.x,
            latitude: place.y + way.y / scale.y, accuracyMeters: 7.5, courseDegrees: course,
            metersPerSecond: Self.step)
    }

    private func times(_ moments: [Moment]) -> Times {
        Times(
            moments.map { moment in
                (0..<Self.passes).map { _ in
                    Stopwatch.milliseconds { tracker.track(moment.fix, from: moment.state) }
                        .milliseconds * 1_000
                }.min() ?? .nan
            })
    }
}

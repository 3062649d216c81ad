// Fixes of simulated drives, for tests, demos and replays.

public import Geo

/// One fix of a simulated drive, with the truth beside it.
public struct SimulatedFix: Hashable, Codable, Sendable {
    /// The fix as a receiver states it.
    public var fix: Fix
    /// The meters driven since the start.
    public var drivenMeters: Double
    /// The meters driven since the route was left; `nil` before.
    public var metersSinceLeaving: Double?
}

/// Makes the fixes of a drive along a route, or off it.
///
///     let simulator = try RouteSimulator(index)
///     let drive = simulator.drive(using: &random)
///
/// Errors of places last for seconds, as in real receivers: the error of one fix keeps a
/// share of the last one's. The caller brings the random numbers: the same generator gives the same
/// drive.
public struct RouteSimulator: Sendable {
    /// Where the drive leaves its route, and the line it takes then.
    public struct WrongTurn: Hashable, Sendable {
        /// Where the route is left, in meters from its start.
        public var offset: Double
        /// The line driven from there; its first vertex is where the route is left.
        public var line: [Coordinate]
        /// The speed on that line.
        public var metersPerSecond: Double

        /// Creates a wrong turn.
        public init(offset: Double, line: [Coordinate], metersPerSecond: Double) {
            self.offset = offset
            self.line = line
            self.metersPerSecond = metersPerSecond
        }
    }

    /// What the drive and its receiver are like.
    public struct Settings: Hashable, Sendable {
        /// The seconds between fixes.
        public var intervalSeconds = 1.0
        /// The standard deviation of each ordinate's error, in meters.
        public var noiseMeters = 10.0
        /// The seconds after which 1/e of an error remains; at 9.5, nine tenths remain after a
        /// second.
        public var correlationSeconds = 9.5
        /// The standard deviation of the course's error in degrees, at speed; `nil` if fixes state
        /// neither course nor speed.
        public var courseNoiseDegrees: Double? = 5
        /// The accuracy that fixes state, as a share of the true one; below 1, they claim too much.
        public var statedShare = 1.0
        /// How far to the right of the line the vehicle drives, in meters.
        public var sideMeters = 0.0
        /// The speed driven, as a share of the route's.
        public var speedShare = 1.0
        /// The highest change of speed, in meters a second each second.
        public var acceleration = 2.0
        /// How many seconds the vehicle stands at the end, with fixes.
        public var standSeconds = 0.0
        /// Stretches without fixes, in meters from the start.
        public var gaps: [ClosedRange<Double>] = []
        /// Where the drive leaves the route; `nil` if it follows it to the end.
        public var wrongTurn: WrongTurn?
        /// The time of the first fix, in milliseconds.
        public var startTime: Int64 = 0

        /// Creates a drive with a fix a second and an error of 10 m.
        public init() {}
    }

    /// What the drive and its receiver are like.
    public var settings: Settings
    private let index: RouteIndex
    /// Where the route is left and the wrong line begins; the index's length if it is followed.
    private let leaving: Double
    private let detour: RouteIndex?

    /// Prepares drives of a route.
    ///
    /// Tunnels of the route have no fixes, like the settings' gaps.
    ///
    /// - Throws: ``FollowedRouteError`` if the wrong turn's line is no line.
    public init(
        _ index: RouteIndex, settings: Settings = Settings()
    ) throws(FollowedRouteError) {
        self.index = index
        self.settings = settings
        leaving = settings.wrongTurn?.offset ?? index.lengthMeters
        if let turn = settings.wrongTurn {
            detour = try RouteIndex(
                FollowedRoute(line: turn.line, metersPerSecond: max(1, turn.metersPerSecond)))
        } else {
            detour = nil
        }
    }

    /// Makes the fixes of one drive.
    ///
    /// - Complexity: O(*n* log *m*) for *n* fixes and *m* vertices.
    public func drive(using random: inout some RandomNumberGenerator) -> [SimulatedFix] {
        let whole = leaving + (detour?.lengthMeters ?? 0)
        let interval = settings.intervalSeconds
        let kept = exponential(-interval / settings.correlationSeconds)
        let fresh = (1 - kept * kept).squareRoot()
        var error = Self.normal(using: &random) * settings.noiseMeters
        var courseError = Self.normal(using: &random).x
        var fixes: [SimulatedFix] = []
        var (meters, speed) = (0.0, speed(at: 0))
        var time = Double(settings.startTime)
        var stood = 0.0
        while meters < whole || stood < settings.standSeconds {
            if !isBlind(meters) {
                let courseNoise = settings.courseNoiseDegrees.map {
                    // Slow vehicles have uncertain courses.
                    courseError * ($0 + 40 / max(1, speed))
                }
                fixes.append(
                    SimulatedFix(
                        fix: fix(at: meters, speed, error, courseNoise, Int64(time.rounded())),
                        drivenMeters: meters,
                        metersSinceLeaving: detour != nil && meters >= leaving
                            ? meters - leaving : nil))
            }
            error = error * kept + Self.normal(using: &random) * (settings.noiseMeters * fresh)
            // Courses come from velocities, whose errors change within two seconds.
            courseError = courseError * 0.6 + Self.normal(using: &random).x * 0.8
            let change = self.speed(at: meters) - speed
            let most = settings.acceleration * interval
            speed = max(0.5, speed + max(-most, min(most, change)))
            meters += speed * interval
            if meters >= whole, settings.standSeconds > 0 {
                (meters, speed) = (whole, 0)
                stood += interval
            }
            time += interval * 1_000
        }
        return fixes
    }

    private func fix(
        at meters: Double, _ speed: Double, _ error: SIMD2<Double>, _ courseNoise: Double?,
        _ time: Int64
    ) -> Fix {
        let (line, along) = line(at: meters)
        let place = line.coordinate(at: line.position(atMeters: along))
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        // A vehicle is some meters long, and so are its turns.
        let behind = line.coordinate(at: line.position(atMeters: along - 3))
        let ahead = line.coordinate(at: line.position(atMeters: along + 3))
        let step = SIMD2((ahead.x - behind.x) * scale.x, (ahead.y - behind.y) * scale.y)
        let length = (step * step).sum().squareRoot()
        let right = length > 0 ? SIMD2(step.y, -step.x) / length : .zero
        let error = error + right * settings.sideMeters
        var fix = Fix(
            time: time, longitude: place.x + error.x / scale.x,
            latitude: place.y + error.y / scale.y,
            accuracyMeters: settings.noiseMeters * 1.5 * settings.statedShare)
        if let courseNoise {
            let course = (step.courseDegrees + courseNoise).truncatingRemainder(dividingBy: 360)
            fix.metersPerSecond = speed
            if speed >= 1.5 { fix.courseDegrees = course < 0 ? course + 360 : course }
        }
        return fix
    }

    private func isBlind(_ meters: Double) -> Bool {
        settings.gaps.contains { $0.contains(meters) }
            || (meters < leaving && index.tunnel(atMeters: meters) != nil)
    }

    /// Returns the line driven at a measure, and the measure on it.
    private func line(at meters: Double) -> (RouteIndex, Double) {
        if let detour, meters >= leaving { return (detour, meters - leaving) }
        return (index, meters)
    }

    /// Returns the speed at a measure, in meters a second.
    private func speed(at meters: Double) -> Double {
        let (line, along) = line(at: meters)
        let position = line.position(atMeters: along)
        let from = RoutePosition(segment: position.segment, share: 0)
        let to = RoutePosition(segment: position.segment, share: 1)
        let seconds = line.seconds(from: from, to: to)
        let speed = seconds > 0 ? line.meters(from: from, to: to) / seconds : 10
        return max(1, min(60, speed * settings.speedShare))
    }

    /// Returns two normally distributed numbers.
    ///
    /// Method: G. E. P. Box and M. E. Muller, *A Note on the Generation of Random Normal Deviates*,
    /// Annals of Mathematical Statistics 29 (1958),
    /// [doi:10.1214/aoms/1177706645](https://doi.org/10.1214/aoms/1177706645).
    private static func normal(using random: inout some RandomNumberGenerator) -> SIMD2<Double> {
        let radius = (-2 * logarithm(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        let degrees = Double.random(in: 0..<360, using: &random)
        return SIMD2.heading(degrees: degrees) * radius
    }
}

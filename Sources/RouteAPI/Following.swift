// Where a vehicle is on its route and what is left, as `follow` answers.

public import Geo

/// Where a vehicle is on its route, and what is left of it.
public struct Following: Hashable, Sendable {
    /// A place on a street, as a stop's fields name it.
    public struct Place: Hashable, Sendable {
        /// The place in the answer's spatial reference.
        public var coordinate: Coordinate
        /// The street: `SourceOID`.
        public var sourceOID: Int
        /// The place along it, from 0 to 1: `PosAlong`.
        public var posAlong: Double
        /// The direction of travel there, in degrees clockwise from north.
        public var bearing: Double
        /// The distance from the last fix that was placed, in meters.
        public var distanceMeters: Double
        /// The probability that the vehicle is on this street in this direction, from 0 to 1.
        public var confidence: Double

        /// Creates a place.
        public init(
            coordinate: Coordinate, sourceOID: Int, posAlong: Double, bearing: Double,
            distanceMeters: Double, confidence: Double
        ) {
            self.coordinate = coordinate
            self.sourceOID = sourceOID
            self.posAlong = posAlong
            self.bearing = bearing
            self.distanceMeters = distanceMeters
            self.confidence = confidence
        }
    }

    /// Whether the vehicle is on the route, in its direction.
    public var isOnRoute: Bool
    /// Where the vehicle is, in meters along the route; if it is not on it, the nearest place.
    public var meters: Double
    /// The distance from the vehicle's street to the route in meters; 0 on the route.
    public var metersFromRoute: Double
    /// The vehicle's place on the streets; `nil` if no fix could be placed.
    public var place: Place?
    /// The meters left to the end of the route.
    public var remainingMeters: Double
    /// The seconds until the vehicle arrives there, with visits to stops on the way.
    public var remainingSeconds: Double
    /// When the vehicle arrives there, in epoch milliseconds; `nil` if the route has no start time.
    public var arrival: Int64?
    /// Stands for the costs of the whole route, what is closed ahead, and the proposal: send it as
    /// ``FollowParameters/since``.
    public var state: String
    /// Whether the state equals the state in the request.
    public var isUnchanged: Bool
    /// The streets that leave the route ahead, if they were asked for.
    public var corridor: RouteCorridor?

    /// Creates a value.
    public init(
        isOnRoute: Bool, meters: Double, metersFromRoute: Double, place: Place? = nil,
        remainingMeters: Double, remainingSeconds: Double, arrival: Int64? = nil, state: String,
        isUnchanged: Bool
    ) {
        self.isOnRoute = isOnRoute
        self.meters = meters
        self.metersFromRoute = metersFromRoute
        self.place = place
        self.remainingMeters = remainingMeters
        self.remainingSeconds = remainingSeconds
        self.arrival = arrival
        self.state = state
        self.isUnchanged = isUnchanged
    }
}

extension JSONWriter {
    /// Writes where a vehicle is as a member of the answer.
    mutating func following(_ following: Following) {
        key(AnswerMember.following.rawValue)
        vehicle(following)
    }

    fileprivate mutating func vehicle(_ following: Following) {
        func rounded(_ value: Double, _ perUnit: Double) -> Double {
            (value * perUnit).rounded() / perUnit
        }
        beginObject()
        member("onRoute", following.isOnRoute)
        member("meters", rounded(following.meters, 100))
        member("metersFromRoute", rounded(following.metersFromRoute, 100))
        member("remainingMeters", rounded(following.remainingMeters, 100))
        member("remainingSeconds", rounded(following.remainingSeconds, 1_000))
        if let arrival = following.arrival { member("arrival", arrival) }
        if let place = following.place {
            object("place") { writer in
                writer.member("x", rounded(place.coordinate.x, 1e7))
                writer.member("y", rounded(place.coordinate.y, 1e7))
                writer.member("sourceOID", place.sourceOID)
                writer.member("posAlong", rounded(place.posAlong, 1e6))
                writer.member("bearing", rounded(place.bearing, 10))
                writer.member("distance", rounded(place.distanceMeters, 100))
                writer.member("confidence", rounded(place.confidence, 1e4))
            }
        }
        member("state", following.state)
        member("unchanged", following.isUnchanged)
        if let corridor = following.corridor { self.corridor(corridor) }
        endObject()
    }
}

extension AnalysisResultWriter {
    /// Writes where a vehicle is as JSON text.
    package static func text(of following: Following) -> String {
        JSONWriter.text { $0.vehicle(following) }
    }
}

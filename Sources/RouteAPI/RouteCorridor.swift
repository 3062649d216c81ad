// The streets beside a route into which a vehicle may leave it, as `follow` answers.

public import Geo

/// The streets that leave a route along a stretch of it.
///
/// A client that knows them need not wait until a vehicle is far from its route: it compares how
/// well the fixes fit the route and each of these streets.
public struct RouteCorridor: Hashable, Sendable {
    /// A street that leaves the route.
    public struct Branch: Hashable, Sendable {
        /// Where it leaves the route, in meters from the route's start.
        public var meters: Double
        /// Its line in longitude and latitude, from the junction on: 200 m, or up to 400 m if it
        /// goes on beside the route.
        public var line: [Coordinate]

        /// Creates a branch.
        public init(meters: Double, line: [Coordinate]) {
            self.meters = meters
            self.line = line
        }
    }

    /// Where the stretch begins, in meters from the route's start.
    public var fromMeters: Double
    /// Where the stretch ends, in meters from the route's start.
    public var toMeters: Double
    /// The streets, by the junctions where they leave the route.
    public var branches: [Branch]

    /// Creates a corridor.
    public init(fromMeters: Double, toMeters: Double, branches: [Branch]) {
        self.fromMeters = fromMeters
        self.toMeters = toMeters
        self.branches = branches
    }

    /// How lines are written: with six decimals of a degree, a tenth of a meter.
    package static let polyline = EncodedPolyline(decimals: 6)
    /// The most branches that an answer has.
    package static let mostBranches = 300
    /// The most vertices that the line of a branch has.
    package static let mostVertices = 40
}

extension JSONWriter {
    /// Writes a corridor as a member.
    mutating func corridor(_ corridor: RouteCorridor) {
        func rounded(_ meters: Double) -> Double { (meters * 100).rounded() / 100 }
        object("corridor") { writer in
            writer.member("fromMeters", rounded(corridor.fromMeters))
            writer.member("toMeters", rounded(corridor.toMeters))
            writer.array("branches") { writer in
                for branch in corridor.branches {
                    writer.beginObject()
                    writer.member("meters", rounded(branch.meters))
                    writer.member("line", RouteCorridor.polyline.encoded(branch.line))
                    writer.endObject()
                }
            }
        }
    }
}

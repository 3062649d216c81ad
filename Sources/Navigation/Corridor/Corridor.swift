// The streets beside a route, prepared for tracking.

public import Geo
public import RouteAPI

/// The streets into which a vehicle may leave its route, along a stretch of it.
///
/// ```swift
/// if let streets = answer.result.following?.corridor {
///     let corridor = Corridor(streets)
///     (state, events) = tracker.track(fix, from: state, beside: corridor)
/// }
/// ```
///
/// With a corridor, a ``RouteTracker`` compares each fix with the route and with the streets that
/// leave it nearby. Replace it by the next one before the vehicle reaches ``toMeters``. Beyond, the
/// route is followed as without one.
public struct Corridor: Hashable, Sendable {
    /// A street that leaves the route.
    public struct Branch: Hashable, Sendable {
        /// Where it leaves the route, in meters from the route's start.
        public let offset: Double
        /// Its line in longitude and latitude, from the junction on.
        public let line: [Coordinate]
        /// Stands for the street in a tracker's state, whichever corridor it is in.
        let id: UInt64

        /// Creates a branch; `nil` if it has no two places on earth, more than
        /// ``Corridor/mostVertices``, or no offset.
        public init?(offset: Double, line: [Coordinate]) {
            guard offset.isFinite, offset >= 0, (2...Corridor.mostVertices).contains(line.count),
                line.allSatisfy({ $0.onEarth != nil })
            else { return nil }
            self.offset = offset
            self.line = line
            id = Self.id(offset, line)
        }

        /// Mixes the whole numbers that stand for the branch, as FNV-1a does.
        private static func id(_ offset: Double, _ line: [Coordinate]) -> UInt64 {
            func whole(_ value: Double, _ perUnit: Double) -> UInt64 {
                UInt64(bitPattern: Int64((min(value, 1e9) * perUnit).rounded()))
            }
            var words = [whole(offset, 10)]
            for place in line { words += [whole(place.x, 1e6), whole(place.y, 1e6)] }
            return words.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01b3 }
        }
    }

    /// The most vertices that the line of a branch may have.
    public static let mostVertices = 100
    /// The most branches that a corridor has; the first ones are kept.
    public static let mostBranches = 20_000

    /// Where the stretch begins, in meters from the route's start.
    public let fromMeters: Double
    /// Where the stretch ends, in meters from the route's start.
    public let toMeters: Double
    /// The streets, by their offsets.
    public let branches: [Branch]

    /// Creates a corridor.
    ///
    /// - Complexity: O(*n* log *n*) in the branches.
    public init(fromMeters: Double, toMeters: Double, branches: [Branch]) {
        self.fromMeters = fromMeters
        self.toMeters = toMeters
        // Streets at the same junction keep their order.
        let order = branches.indices.sorted {
            (branches[$0].offset, $0) < (branches[$1].offset, $1)
        }
        self.branches = order.prefix(Self.mostBranches).map { branches[$0] }
    }

    /// Creates a corridor from an answer's. Branches that cannot be used are left out.
    public init(_ streets: RouteCorridor) {
        self.init(
            fromMeters: streets.fromMeters, toMeters: streets.toMeters,
            branches: streets.branches.compactMap { Branch(offset: $0.meters, line: $0.line) })
    }

    /// Returns the place of the first branch at or behind a measure.
    ///
    /// - Complexity: O(log *n*).
    func firstBranch(fromMeters meters: Double) -> Int {
        var (low, high) = (0, branches.count)
        while low < high {
            let middle = (low + high) / 2
            if branches[middle].offset < meters { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

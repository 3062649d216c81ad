// What a person sees of an answer: not the answer itself, which may show less and coarser.

public import Geo

/// A street below a picture.
public struct StreetLine: Hashable, Sendable {
    /// How much a street stands out.
    public enum Rank: Int, CaseIterable, Comparable, Sendable {
        /// For feet and bicycles.
        case path
        /// Of a neighborhood.
        case minor
        /// Between neighborhoods.
        case medium
        /// Between towns.
        case major

        /// Whether one stands out less than another.
        public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    /// How much it stands out.
    public var rank: Rank
    /// Its vertices.
    public var line: [Coordinate]

    /// Makes a street.
    public init(rank: Rank, line: [Coordinate]) {
        self.rank = rank
        self.line = line
    }
}

/// What a picture of an answer shows, in the answer's spatial reference.
///
/// Lines keep every vertex, so that they stay on the streets below them; stops and barriers are
/// there whether or not the answer returns them.
public struct AnswerPicture: Hashable, Sendable {
    /// The lines of the routes in their order.
    public var ways: [[Coordinate]] = []
    /// The stops.
    public var stops: FeatureSet?
    /// The barriers.
    public var barriers = ByBarrierClass<FeatureSet?>()
    /// The streets round the routes; none where they would be too many to see.
    public var streets: [StreetLine] = []

    /// Makes a picture of nothing.
    public init() {}

    /// What an answer itself has shapes of.
    public init(of result: AnalysisResult) {
        ways = (result.routes?.features ?? []).map { feature in
            if case .polyline(let paths, _)? = feature.geometry {
                paths.flatMap(\.self)
            } else {
                []
            }
        }
        if ways.allSatisfy(\.isEmpty) {
            ways = (result.directions ?? []).map { $0.steps.flatMap(\.line) }
        }
        stops = result.stops ?? result[table: "locations"]
        barriers = result.barriers
    }

    /// The smallest box round the routes and the stops that they visit.
    ///
    /// - Parameter visits: The places of the stops.
    public func envelope(with visits: some Sequence<Coordinate>) -> Envelope {
        var box = Envelope(visits)
        for way in ways { way.forEach { box.add($0) } }
        return box
    }
}

// The picture of an answer on its page, which may be more detailed than the answer itself.

public import Geo

/// A street in the background of a picture.
public struct StreetLine: Hashable, Sendable {
    /// The prominence of a street.
    public enum Rank: Int, CaseIterable, Comparable, Sendable {
        /// For pedestrians and bicycles.
        case path
        /// Of a neighborhood.
        case minor
        /// Between neighborhoods.
        case medium
        /// Between towns.
        case major

        /// Whether one is less prominent than another.
        public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    /// The prominence.
    public var rank: Rank
    /// Its vertices.
    public var line: [Coordinate]

    /// Makes a street.
    public init(rank: Rank, line: [Coordinate]) {
        self.rank = rank
        self.line = line
    }
}

/// The contents of an answer's picture, in the answer's spatial reference.
///
/// Lines keep every vertex, so that they stay on the streets below them; stops and barriers are
/// included whether or not the answer returns them.
public struct AnswerPicture: Hashable, Sendable {
    /// The lines of the routes in their order.
    public var routeLines: [[Coordinate]] = []
    /// For each of them the jam class of each of its pieces, when the answer has conditions.
    public var jams: [[JamClass]] = []
    /// The stops.
    public var stops: FeatureSet?
    /// An input of locations.
    public struct PlaceGroup: Hashable, Sendable {
        /// The parameter that carries it, such as `facilities`.
        public var name: String
        /// Its rows among the stops.
        public var rows: Range<Int>

        /// Makes a group.
        public init(name: String, rows: Range<Int>) {
            self.name = name
            self.rows = rows
        }
    }
    /// The inputs of the stops, if there are two, as incidents and facilities.
    public var placeGroups: [PlaceGroup] = []
    /// The barriers.
    public var barriers = ByBarrierClass<FeatureSet?>()
    /// The streets around the routes; none where they would be too many to see.
    public var streets: [StreetLine] = []

    /// Makes an empty picture.
    public init() {}

    /// Makes a picture of the shapes of an answer.
    public init(of result: AnalysisResult) {
        routeLines = (result.routes?.features ?? []).map { feature in
            if case .polyline(let paths, _)? = feature.geometry {
                paths.flatMap(\.self)
            } else {
                []
            }
        }
        jams = (result.conditions ?? []).map(\.jams)
        if routeLines.allSatisfy(\.isEmpty) {
            jams = []
            routeLines = (result.directions ?? []).map { $0.steps.flatMap(\.line) }
        }
        stops = result.stops ?? result[table: "locations"]
        barriers = result.barriers
    }

    /// The parts of a route's line on which traffic is not free, each with its jam class.
    ///
    /// - Parameter route: The position among the lines.
    package func jammedParts(ofRoute route: Int) -> [(jam: JamClass, line: [Coordinate])] {
        guard jams.indices.contains(route), routeLines.indices.contains(route) else { return [] }
        let line = routeLines[route]
        return JamClass.runs(of: jams[route])
            .filter { $0.jam != .free && $0.pieces.upperBound < line.count }
            .map { ($0.jam, Array(line[$0.pieces.lowerBound...$0.pieces.upperBound])) }
    }

    /// The bounding box of all shapes.
    package var envelope: Envelope {
        var box = envelope(with: [])
        for set in [stops] + barriers.all {
            for feature in set?.features ?? [] {
                if let shape = feature.geometry, shape != .empty { box.add(shape.envelope) }
            }
        }
        return box
    }

    /// The bounding box of the routes and the stops that they visit.
    ///
    /// - Parameter visits: The places of the stops.
    public func envelope(with visits: some Sequence<Coordinate>) -> Envelope {
        var box = Envelope(visits)
        for line in routeLines { line.forEach { box.add($0) } }
        return box
    }
}

// The picture on an answer's page, which may be more detailed than the answer.

public import Geo

/// The contents of an answer's picture, in the answer's spatial reference.
///
/// Lines keep every vertex so that they stay on the streets below them. Stops and barriers are
/// included even if the answer does not return them.
public struct AnswerPicture: Hashable, Sendable {
    /// The routes' lines, in the order of the routes.
    public var routeLines: [[Coordinate]] = []
    /// For each line, the jam class of each of its pieces; empty if the answer has no conditions.
    public var jams: [[JamClass]] = []
    /// The stops, or all locations of the analysis.
    public var stops: FeatureSet?
    /// An input of locations, as rows among the stops.
    public struct PlaceGroup: Hashable, Sendable {
        /// The input's parameter, such as `facilities`.
        public var name: String
        /// The input's rows among the stops.
        public var rows: Range<Int>

        /// Creates a group.
        public init(name: String, rows: Range<Int>) {
            self.name = name
            self.rows = rows
        }
    }
    /// The stops' inputs if there are two, such as incidents and facilities.
    public var placeGroups: [PlaceGroup] = []
    /// The barriers, by class.
    public var barriers = ByBarrierClass<FeatureSet?>()
    /// The streets around the routes. Empty if there would be too many to see.
    public var streets: [StreetLine] = []

    /// Creates an empty picture.
    public init() {}

    /// Creates a picture of an answer's shapes.
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
        stops = result.stops ?? result[table: AnalysisClass.places.answerKey]
        barriers = result.barriers
    }

    /// Returns the parts of a route's line where traffic is not free, each with its jam class.
    ///
    /// - Parameter route: The route's position among the lines.
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

    /// Returns the bounding box of the routes and the stops they visit.
    ///
    /// - Parameter visits: Where the stops are.
    public func envelope(with visits: some Sequence<Coordinate>) -> Envelope {
        var box = Envelope(visits)
        for line in routeLines { line.forEach { box.add($0) } }
        return box
    }
}

// The result of an analysis, before it is written as JSON.

public import Geo

/// One table of an answer, such as `routes` or `stops`.
public struct AnswerTable: Hashable, Sendable {
    /// The table's key in the answer.
    public var key: String
    /// The table's title, for pages.
    public var title: String
    /// The rows, with their fields and shapes.
    public var rows: FeatureSet

    /// Creates a table.
    ///
    /// - Parameter title: The title; by default the usual title for the key.
    public init(key: String, title: String? = nil, rows: FeatureSet) {
        self.key = key
        self.title = title ?? AnalysisResult.title(of: key)
        self.rows = rows
    }
}

/// The result of an analysis: everything its answer contains.
///
/// ```swift
/// var result = AnalysisResult()
/// result.stops = stops
/// result.routes = routes
/// let keys = result.tables.map(\.key)    // ["routes", "stops"], as they are written
/// ```
///
/// Every analysis returns this one type: routes, matrices, closest facilities, matched traces and
/// operations on a route under way. An optional member is `nil` unless the request asked for it and
/// the analysis has it.
///
/// **Tables.** Rows of places, routes and lines are in ``tables``, which keeps them in the order in
/// which answers write them. Use properties such as ``routes`` and ``stops``, or
/// ``subscript(table:)`` with the key on the wire.
///
/// **Problems.** An analysis that succeeds in part returns ``messages`` for people and ``reasons``
/// for programs. If it fails as a whole, it throws ``RouteRequestError`` instead.
///
/// **Forms.** ``AnalysisResultWriter`` writes a result as Esri JSON or GeoJSON. RouteTaskClient's
/// `RouteAnswer` reads Esri JSON back into an equal result. Very large answers can be passed on in
/// parts through an ``AnswerRowReceiver``.
///
/// RouteAnalysis and MatrixAnalysis produce results; RouteService and RouteCLI write them.
public struct AnalysisResult: Hashable, Sendable {
    /// Messages for people, most important first.
    public var messages: [Message] = []
    /// For programs: why locations were left out, not reached or reached too late.
    public var reasons: [Reason] = []
    /// Every parameter's effective value and its source, if asked for.
    public var effectiveParameters: [EffectiveParameter]?
    /// How much of each limit the request uses. Present if the request was only checked.
    public var limits: [LimitUse]?
    /// The tables, in the order in which answers write them.
    public private(set) var tables: [AnswerTable] = []
    /// The costs between places, if asked for as a matrix.
    public var costMatrix: CostMatrix?
    /// The directions, if asked for.
    public var directions: [RouteDirections]?
    /// How much of the directions to write.
    public var directionsOutputType: DirectionsOutputType = .standard
    /// Whether rows of directions have fields for a facility and an incident, even in an answer
    /// without routes.
    package var directionsHavePairs = false
    /// The totals and times for which rows of routes or pairs have values, or would have if there
    /// were rows; `nil` if unknown, as after reading an answer.
    package var valuedFields: [String]?
    /// Whether stops' time windows are instants rather than local times.
    public var timeWindowsAreUTC = false
    /// The conditions along each route, if asked for.
    public var conditions: [RouteConditions]?
    /// Exact totals in quanta, if asked for.
    public var quanta: [RouteQuanta]?
    /// What is closed on given paths, in the order of routes and travel.
    public var blockages: [RouteBlockage]?
    /// The decision about another route, from an operation that replans.
    public var replanning: Replanning?
    /// Where a vehicle is on its route, from an operation that follows one.
    public var following: Following?
    /// The picture for the answer's page, if asked for. It is not written as JSON.
    public var picture: AnswerPicture?
    /// How many decimals output coordinates have; `nil` for all.
    public var geometryPrecision: Int?
    /// How many decimals output measures have; `nil` for all.
    public var measurePrecision: Int?
    /// The answer's id in the server's log; `nil` outside a server.
    public var requestID: String?
    /// The network's fingerprint.
    public var fingerprint: String = ""
    /// The traffic snapshot used; `nil` without traffic.
    public var traffic: TrafficUse?
    /// The attribution required by the data's licence.
    public var attribution: String = ""

    /// Creates an empty answer.
    public init() {}

    /// A table's rows, by its key in the answer.
    ///
    /// Set it to add, replace or remove a table. The order of ``tables`` does not depend on which
    /// one you set first.
    ///
    /// - Complexity: O(*n*) for *n* tables, at most a dozen.
    public subscript(table key: String) -> FeatureSet? {
        get { tables.first { $0.key == key }?.rows }
        set {
            let place = tables.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let rows?): tables[place].rows = rows
            case (let place?, nil): tables.remove(at: place)
            case (nil, let rows?):
                let rank = Self.rank(of: key)
                let next = tables.firstIndex { Self.rank(of: $0.key) > rank } ?? tables.endIndex
                tables.insert(
                    AnswerTable(key: key, rows: rows), at: next)
            case (nil, nil): break
            }
        }
    }

    /// Changes a table's key and title.
    package mutating func rename(table key: String, to name: String) {
        guard let place = tables.firstIndex(where: { $0.key == key }) else { return }
        tables[place].key = name
        tables[place].title = Self.title(of: name)
    }
}

extension AnalysisResult {
    /// Counts the vertices of all rows and directions, at least one for each. This measures how
    /// long the answer takes to write.
    ///
    /// - Complexity: O(*n*) for *n* rows and steps.
    package var vertexCount: Int {
        let rows = tables.reduce(0) { sum, table in
            table.rows.features.reduce(sum) { $0 + max(1, $1.geometry?.vertexCount ?? 1) }
        }
        return (directions ?? []).reduce(rows) { sum, directions in
            directions.steps.reduce(sum) { $0 + max(1, $1.line.count) }
        }
    }

    /// The routes, if asked for.
    public var routes: FeatureSet? {
        get { self[table: "routes"] }
        set { self[table: "routes"] = newValue }
    }

    /// The stops, if asked for.
    public var stops: FeatureSet? {
        get { self[table: "stops"] }
        set { self[table: "stops"] = newValue }
    }

    /// The barriers, if given and asked for.
    public var barriers: ByBarrierClass<FeatureSet?> {
        get { ByBarrierClass { self[table: $0.parameter] } }
        set {
            for kind in BarrierClass.allCases { self[table: kind.parameter] = newValue[kind] }
        }
    }

    /// The edges that the routes use, if asked for.
    public var traversedEdges: FeatureSet? {
        get { self[table: "traversedEdges"] }
        set { self[table: "traversedEdges"] = newValue }
    }

    /// The junctions and stops that the routes pass, if asked for.
    public var traversedJunctions: FeatureSet? {
        get { self[table: "traversedJunctions"] }
        set { self[table: "traversedJunctions"] = newValue }
    }

    /// The turns that the routes make, if asked for. They have no shapes.
    public var traversedTurns: FeatureSet? {
        get { self[table: "traversedTurns"] }
        set { self[table: "traversedTurns"] = newValue }
    }

    /// The routes' legs, if asked for. They have no shapes.
    public var legs: FeatureSet? {
        get { self[table: "legs"] }
        set { self[table: "legs"] = newValue }
    }

    /// Traffic lights, crossings and the like on the routes, if conditions are asked for.
    public var events: FeatureSet? {
        get { self[table: "events"] }
        set { self[table: "events"] = newValue }
    }

    /// Tunnels, bridges, tolls and the like on the routes, if conditions are asked for.
    public var spans: FeatureSet? {
        get { self[table: "spans"] }
        set { self[table: "spans"] = newValue }
    }

    private static let ranks = Dictionary(
        AnalysisClass.inAnswers.enumerated().map { ($1.answerKey, $0) },
        uniquingKeysWith: { first, _ in first })

    private static func rank(of key: String) -> Int { ranks[key] ?? ranks.count }

    fileprivate static func title(of key: String) -> String {
        AnalysisClass.inAnswers(under: key)?.title ?? key
    }

    /// The tables with places and routes, which GeoJSON contains and maps show.
    package var mapped: [AnswerTable] {
        let barriers = Set(BarrierClass.allCases.map(\.parameter))
        return tables.filter { !$0.key.hasPrefix("traversed") && !barriers.contains($0.key) }
    }
}

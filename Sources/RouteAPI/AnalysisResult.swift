// The result of an analysis, before it is written as JSON.

public import Geo

/// The severity of a message, numbered as on the wire.
public enum MessageType: Int, Hashable, Sendable {
    /// Information.
    case informative = 0
    /// A warning.
    case warning = 50
    /// An error.
    case error = 100
}

/// A message to the caller.
public struct Message: Hashable, Sendable {
    /// The severity.
    public var type: MessageType
    /// A sentence naming the input, what was found and what would work.
    public var text: String

    /// Makes a message.
    public init(_ type: MessageType, _ text: String) {
        self.type = type
        self.text = text
    }
}

/// The directions of one route.
public struct RouteDirections: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's name.
    public var routeName: String
    /// The whole length in ``lengthUnit``.
    public var totalLength: Double
    /// Minutes, service and waiting included.
    public var totalTimeMinutes: Double
    /// Minutes of travel, without service and waiting.
    public var totalDriveTimeMinutes: Double
    /// The route's extent in the output spatial reference.
    public var envelope: Envelope
    /// The system of all shapes.
    public var spatialReference: SpatialReference
    /// The steps, from `Start at` to `Finish at`.
    public var steps: [DirectionStep]
    /// The unit of ``totalLength`` and of the steps' lengths, or `nil` when it is not known.
    public var lengthUnits: NetworkUnit?
    /// The tag of the language in which they are written.
    public var language: String?
    /// The `ObjectID` of the facility that the route begins or ends at; `nil` for routes through
    /// stops.
    public var facilityID: Int?
    /// The `ObjectID` of the incident at the other end; `nil` for routes through stops.
    public var incidentID: Int?
    /// The part of the route that the steps are of; `nil` for all of it.
    public var page: DirectionsPage?

    /// Makes directions.
    public init(
        routeID: Int, routeName: String, totalLength: Double, totalTimeMinutes: Double,
        totalDriveTimeMinutes: Double, envelope: Envelope, spatialReference: SpatialReference,
        steps: [DirectionStep], lengthUnits: NetworkUnit? = nil
    ) {
        self.routeID = routeID
        self.routeName = routeName
        self.totalLength = totalLength
        self.totalTimeMinutes = totalTimeMinutes
        self.totalDriveTimeMinutes = totalDriveTimeMinutes
        self.envelope = envelope
        self.spatialReference = spatialReference
        self.steps = steps
        self.lengthUnits = lengthUnits
    }
}

/// A route's totals as integers, for comparison with other programs.
public struct RouteQuanta: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The minimized cost with restriction usages applied, without service and waiting.
    public var impedance: Int64
    /// Travel cost of each stored cost attribute, in its quantum.
    public var costs: [(name: String, value: Int64)]

    /// Makes the totals of a route.
    public init(routeID: Int, impedance: Int64, costs: [(name: String, value: Int64)]) {
        self.routeID = routeID
        self.impedance = impedance
        self.costs = costs
    }

    /// Compares ids, impedances and costs.
    public static func == (a: RouteQuanta, b: RouteQuanta) -> Bool {
        a.routeID == b.routeID && a.impedance == b.impedance
            && a.costs.elementsEqual(b.costs) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes the id and the impedance.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(routeID)
        hasher.combine(impedance)
    }
}

/// Costs between places, by the ids of origins and destinations.
///
///     let minutes = matrix[from: 1, to: 3]?[0]    // of the first of costAttributeNames
public struct CostMatrix: Hashable, Sendable {
    /// The costs from one origin to one destination.
    public struct Cell: Hashable, Sendable {
        /// The destination's `ObjectID`.
        public var destinationID: Int
        /// The costs in the order of ``CostMatrix/costAttributeNames``.
        public var costs: [Double]

        /// Makes a cell.
        public init(destinationID: Int, costs: [Double]) {
            self.destinationID = destinationID
            self.costs = costs
        }
    }

    /// The costs from one origin; pairs without a path, or beyond a cutoff, are absent.
    public struct Row: Hashable, Sendable {
        /// The origin's `ObjectID`.
        public var originID: Int
        /// The `ObjectID` of each destination.
        public private(set) var destinationIDs: [Int]
        /// The costs of the first destination, in the order of ``CostMatrix/costAttributeNames``,
        /// then those of the next, and so on.
        public private(set) var costs: [Double]

        /// Makes a row.
        ///
        /// - Precondition: Each destination has the same number of costs.
        public init(originID: Int, destinationIDs: [Int], costs: [Double]) {
            precondition(
                destinationIDs.isEmpty
                    ? costs.isEmpty : costs.count.isMultiple(of: destinationIDs.count),
                "\(destinationIDs.count) destinations cannot share \(costs.count) costs")
            self.originID = originID
            self.destinationIDs = destinationIDs
            self.costs = costs
        }

        /// Makes a row of cells.
        public init(originID: Int, cells: [Cell]) {
            self.init(
                originID: originID, destinationIDs: cells.map(\.destinationID),
                costs: cells.flatMap(\.costs))
        }

        /// The costs of a destination, by its position in ``destinationIDs``.
        func costs(at place: Int) -> ArraySlice<Double> {
            let width = costs.count / destinationIDs.count
            return costs[place * width..<(place + 1) * width]
        }

        /// The cells.
        ///
        /// - Complexity: O(*n*) in the number of destinations.
        public var cells: [Cell] {
            destinationIDs.indices.map {
                Cell(destinationID: destinationIDs[$0], costs: Array(costs(at: $0)))
            }
        }
    }

    /// The costs that cells have, in their order.
    public var costAttributeNames: [String]
    /// The rows, in the order of the origins.
    public var rows: [Row]

    /// Makes a matrix.
    public init(costAttributeNames: [String], rows: [Row] = []) {
        self.costAttributeNames = costAttributeNames
        self.rows = rows
    }

    /// The costs from an origin to a destination, or `nil` when they have none.
    ///
    /// - Complexity: O(*n*) in the number of origins and of the destinations of one origin.
    public subscript(from origin: Int, to destination: Int) -> [Double]? {
        guard let row = rows.first(where: { $0.originID == origin }),
            let place = row.destinationIDs.firstIndex(of: destination)
        else { return nil }
        return Array(row.costs(at: place))
    }
}

/// The rows of a class in an answer.
public struct AnswerTable: Hashable, Sendable {
    /// The key of the rows in the answer.
    public var key: String
    /// The title of the rows, for pages.
    public var title: String
    /// The rows.
    public var rows: FeatureSet

    /// Makes a table.
    ///
    /// - Parameter title: The title; that of the class of the key by default.
    public init(key: String, title: String? = nil, rows: FeatureSet) {
        self.key = key
        self.title = title ?? AnalysisResult.title(of: key)
        self.rows = rows
    }
}

/// The snapshot of traffic that an analysis used.
public struct TrafficUse: Hashable, Sendable {
    /// The id, which a request may name as `trafficSnapshot` while the snapshot is kept.
    public var id: String
    /// When the snapshot was made, in epoch milliseconds.
    public var made: Int64

    /// Names a snapshot.
    public init(id: String, made: Int64) {
        self.id = id
        self.made = made
    }
}

/// The result of an analysis: what its answer contains.
///
/// ```swift
/// var result = AnalysisResult()
/// result.stops = stops
/// result.routes = routes
/// let keys = result.tables.map(\.key)    // ["routes", "stops"], as they are written
/// ```
public struct AnalysisResult: Hashable, Sendable {
    /// Messages, most important first.
    public var messages: [Message] = []
    /// Why locations were left out, not reached or reached too late.
    public var reasons: [Reason] = []
    /// The effective value and the source of every parameter, when asked for.
    public var effectiveParameters: [EffectiveParameter]?
    /// How much of each limit the request uses, for a request that was only checked.
    public var limits: [LimitUse]?
    /// The classes of the answer, in the order in which they are written.
    public private(set) var tables: [AnswerTable] = []
    /// The costs between places, when asked for as a matrix.
    public var costMatrix: CostMatrix?
    /// The directions, when asked for.
    public var directions: [RouteDirections]?
    /// How much of the directions to write.
    public var directionsOutputType: DirectionsOutputType = .standard
    /// Whether rows of directions have the fields of a facility and of an incident, those of an
    /// answer without routes too.
    package var directionsHavePairs = false
    /// The totals and times in which rows of routes or pairs have values, or would have in an
    /// answer without rows; `nil` if unknown, as after reading an answer.
    package var valuedFields: [String]?
    /// Whether the time windows of stops are instants rather than local times.
    public var timeWindowsAreUTC = false
    /// The conditions along each route, when asked for.
    public var conditions: [RouteConditions]?
    /// Totals in quanta, when asked for.
    public var quanta: [RouteQuanta]?
    /// What is closed on routes whose path was given, in the order of routes and travel.
    public var blockages: [RouteBlockage]?
    /// The decision about another route, of an operation that replans one.
    public var replanning: Replanning?
    /// The picture for the answer's page, when asked for; it is not written as JSON.
    public var picture: AnswerPicture?
    /// Decimals of output coordinates, or `nil` for all.
    public var geometryPrecision: Int?
    /// Decimals of output measures, or `nil` for all.
    public var measurePrecision: Int?
    /// The id of the answer in the server's log, or `nil` outside a server.
    public var requestID: String?
    /// The network's fingerprint.
    public var fingerprint: String = ""
    /// The snapshot of traffic that the analysis used; `nil` without traffic.
    public var traffic: TrafficUse?
    /// The attribution that the data's licence requires.
    public var attribution: String = ""

    /// Makes an empty answer.
    public init() {}

    /// The rows of a class, by its key in the answer.
    ///
    /// Classes are written in one order, whichever is set first.
    ///
    /// - Complexity: O(*n*) in the number of classes, a dozen at most.
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

    /// Renames the key of a class.
    package mutating func rename(table key: String, to name: String) {
        guard let place = tables.firstIndex(where: { $0.key == key }) else { return }
        tables[place].key = name
        tables[place].title = Self.title(of: name)
    }
}

extension AnalysisResult {
    /// The number of vertices of all rows and directions, at least one for each: a measure of how
    /// long the answer takes to write.
    ///
    /// - Complexity: O(*n*) in the number of rows and steps.
    package var vertexCount: Int {
        let rows = tables.reduce(0) { sum, table in
            table.rows.features.reduce(sum) { $0 + max(1, $1.geometry?.vertexCount ?? 1) }
        }
        return (directions ?? []).reduce(rows) { sum, directions in
            directions.steps.reduce(sum) { $0 + max(1, $1.line.count) }
        }
    }

    /// The routes, when asked for.
    public var routes: FeatureSet? {
        get { self[table: "routes"] }
        set { self[table: "routes"] = newValue }
    }

    /// The stops, when asked for.
    public var stops: FeatureSet? {
        get { self[table: "stops"] }
        set { self[table: "stops"] = newValue }
    }

    /// The barriers, when asked for and given.
    public var barriers: ByBarrierClass<FeatureSet?> {
        get { ByBarrierClass { self[table: $0.parameter] } }
        set {
            for kind in BarrierClass.allCases { self[table: kind.parameter] = newValue[kind] }
        }
    }

    /// The edges that the routes run over, when asked for.
    public var traversedEdges: FeatureSet? {
        get { self[table: "traversedEdges"] }
        set { self[table: "traversedEdges"] = newValue }
    }

    /// The junctions and stops that the routes pass, when asked for.
    public var traversedJunctions: FeatureSet? {
        get { self[table: "traversedJunctions"] }
        set { self[table: "traversedJunctions"] = newValue }
    }

    /// The turns that the routes make, a table without shapes, when asked for.
    public var traversedTurns: FeatureSet? {
        get { self[table: "traversedTurns"] }
        set { self[table: "traversedTurns"] = newValue }
    }

    /// The legs of the routes, a table without shapes, when asked for.
    public var legs: FeatureSet? {
        get { self[table: "legs"] }
        set { self[table: "legs"] = newValue }
    }

    /// The traffic lights, crossings and the like that the routes pass, when conditions are asked
    /// for.
    public var events: FeatureSet? {
        get { self[table: "events"] }
        set { self[table: "events"] = newValue }
    }

    /// The tunnels, bridges, tolls and the like that the routes use, when conditions are asked for.
    public var spans: FeatureSet? {
        get { self[table: "spans"] }
        set { self[table: "spans"] = newValue }
    }

    /// The classes of answers in the order in which they are written, with their titles.
    private static let classes: [(key: String, title: String)] =
        [
            ("routes", "Routes"), ("odLines", "Lines"), ("stops", "Stops"),
            ("locations", "Places"), ("facilities", "Facilities"), ("incidents", "Incidents"),
            ("origins", "Origins"), ("destinations", "Destinations"),
        ] + BarrierClass.allCases.map { ($0.parameter, $0.title) } + [
            ("traversedEdges", "Traversed edges"), ("traversedJunctions", "Traversed junctions"),
            ("traversedTurns", "Traversed turns"), ("legs", "Legs"), ("events", "Events"),
            ("spans", "Spans"), ("tracePoints", "Trace points"), ("traceGaps", "Gaps in traces"),
            ("brokenRules", "Broken rules"),
        ]

    private static func rank(of key: String) -> Int {
        classes.firstIndex { $0.key == key } ?? classes.endIndex
    }

    fileprivate static func title(of key: String) -> String {
        classes.first { $0.key == key }?.title ?? key
    }

    /// The tables of places and routes, which GeoJSON contains and maps show.
    package var mapped: [AnswerTable] {
        let barriers = Set(BarrierClass.allCases.map(\.parameter))
        return tables.filter { !$0.key.hasPrefix("traversed") && !barriers.contains($0.key) }
    }
}

// The reply to an analysis, as JSON and as typed values.

public import Geo
public import RouteAPI

/// A layer's answer to a solve, a cost matrix, closest facilities or another analysis.
///
/// The answer holds the reply twice. ``result`` has the members of the contract as Swift values;
/// use it for everything Waypost documents. ``json`` has the whole reply, so a program can still
/// read members that another server adds, and `waypost solve --server` can write the reply
/// unchanged.
///
/// Reading is strict where a mistake would go unnoticed and lenient where servers differ. A
/// malformed table throws, naming the member; an unknown jam class, cause or message type is read
/// as the nearest known one or left out.
///
/// ``RouteTask`` creates answers from replies and ``RouteJob`` from the results of a job. Create
/// one yourself if you have stored a reply.
public struct RouteAnswer: Hashable, Sendable {
    /// The whole reply, with any members that the server adds to the contract.
    public let json: JSONValue
    /// The members of the contract as typed values.
    public let result: AnalysisResult

    /// Reads a reply.
    ///
    /// - Parameters:
    ///   - json: The reply.
    ///   - parameters: The request's parameters, if known. Reasons identify rows by `ObjectID`;
    ///     with `preserveObjectID`, these are the rows' own ids.
    /// - Throws: ``FeatureReadError`` naming the part of the reply that breaks the contract.
    public init(
        json: JSONValue, asking parameters: (any OperationParameters)? = nil
    ) throws(FeatureReadError) {
        self.json = json
        var reader = AnswerReader(json: json, rows: SentRows(parameters?.analysis))
        result = try reader.read()
    }
}

/// Reads a reply's members one after another.
private struct AnswerReader {
    let json: JSONValue
    let rows: SentRows
    var result = AnalysisResult()

    init(json: JSONValue, rows: SentRows) {
        self.json = json
        self.rows = rows
    }

    mutating func read() throws(FeatureReadError) -> AnalysisResult {
        guard json.object != nil else {
            throw FeatureReadError("the reply is \(json.kindName), not an object")
        }
        result.messages = (json["messages"]?.array ?? []).compactMap(Self.message)
        for rows in AnalysisClass.inAnswers {
            result[table: rows.answerKey] = try features(rows.answerKey, rows.geometryType)
        }
        // The answer to `locate` has its stops under another key.
        let places = AnalysisClass.places.answerKey
        if let located = result[table: places] {
            result[table: places] = nil
            result.stops = result.stops ?? located
        }
        result.costMatrix = try costMatrix()
        if let list = json["directions"]?.array {
            var directions: [RouteDirections] = []
            for (place, item) in list.enumerated() {
                directions.append(try Self.directions(item, place: place + 1))
            }
            result.directions = directions
        }
        // Waypost's own members; other servers send none of them.
        result.conditions = json["conditions"]?.array?.compactMap(ConditionReader.conditions)
        for page in json["directionsPages"]?.array ?? [] {
            guard let id = page["routeId"]?.integer,
                let place = result.directions?.firstIndex(where: { $0.routeID == id })
            else { continue }
            result.directions?[place].page = ConditionReader.page(page)
        }
        result.reasons = (json["reasons"]?.array ?? []).compactMap { Reason($0, rows) }
        result.effectiveParameters = json["effectiveParameters"]?.array?
            .compactMap(Self.effectiveParameter)
        result.limits = json["limits"]?.array?.compactMap(Self.limit)
        result.requestID = json["requestID"]?.string
        result.quanta = json["quanta"]?.array?.compactMap(Self.quanta)
        result.traffic = json["traffic"].flatMap { TrafficUse($0) }
        result.blockages = json["blockages"]?.array?.compactMap { RouteBlockage($0) }
        result.replanning = json["replanning"].flatMap { Replanning($0) }
        result.following = json["following"].flatMap { Following($0) }
        result.fingerprint = json["network"]?["fingerprint"]?.string ?? ""
        result.attribution = json["network"]?["attribution"]?.string ?? ""
        return result
    }

    private static func message(_ value: JSONValue) -> Message? {
        guard let text = value["description"]?.string else { return nil }
        let number = value["type"]?.integer ?? MessageType.warning.rawValue
        // Types between the three known ones count as the next more severe one.
        let type: MessageType =
            number < MessageType.warning.rawValue
            ? .informative : number < MessageType.error.rawValue ? .warning : .error
        return Message(type, text)
    }

    private static func effectiveParameter(_ value: JSONValue) -> EffectiveParameter? {
        guard let name = value["name"]?.string,
            let origin = value["origin"]?.string.flatMap(EffectiveParameter.Origin.init(rawValue:))
        else { return nil }
        return EffectiveParameter(
            name: name, value: value["value"] ?? .null, origin: origin, ignored: value["ignored"])
    }

    private static func limit(_ value: JSONValue) -> LimitUse? {
        guard let name = value["name"]?.string, let allowed = value["allowed"]?.integer,
            let found = value["found"]?.integer
        else { return nil }
        return LimitUse(name, allowed: allowed, found: found)
    }

    private static func quanta(_ value: JSONValue) -> RouteQuanta? {
        guard let route = value["routeId"]?.integer, let impedance = value["impedance"]?.integer
        else { return nil }
        let costs = (value["costs"]?.object?.members ?? []).compactMap { member in
            member.value.integer.map { (name: member.key, value: Int64($0)) }
        }
        return RouteQuanta(routeID: route, impedance: Int64(impedance), costs: costs)
    }

    /// Bounds for one table of an answer. They are wide because a matrix has more rows than a
    /// request.
    private static let limits = FeatureLimits(
        maximumFeatures: 1_000_000, maximumValues: 20_000_000)

    /// Reads a table of the reply. With type `nil`, rows may have any shape or none.
    private func features(
        _ member: String, _ type: GeometryType?
    ) throws(FeatureReadError) -> FeatureSet? {
        guard let value = json[member], !value.isNull else { return nil }
        do {
            return try EsriFeatureReader(expectedType: type, limits: Self.limits)
                .featureSet(value)
        } catch {
            throw FeatureReadError(feature: error.feature, "\(member): \(error.reason)")
        }
    }

    /// Reads the cost matrix: an object by origin id, holding objects by destination id, each with
    /// a list of costs.
    private func costMatrix() throws(FeatureReadError) -> CostMatrix? {
        let (member, names) = ("odCostMatrix", "costAttributeNames")
        guard let value = json[member], !value.isNull else { return nil }
        guard let rows = value.object?.members else {
            throw FeatureReadError("\(member) is \(value.kindName), not an object")
        }
        var matrix = CostMatrix(
            costAttributeNames: value[names]?.array?.compactMap(\.string) ?? [])
        for origin in rows where origin.key != names {
            guard let id = Int(origin.key), let cells = origin.value.object?.members else {
                throw FeatureReadError(
                    "\(member): \"\(origin.key)\" is not the ObjectID of an origin with an object "
                        + "of destinations")
            }
            var (destinationIDs, all): ([Int], [Double]) = ([], [])
            destinationIDs.reserveCapacity(cells.count)
            for destination in cells {
                let costs = (destination.value.array ?? []).compactMap(\.number)
                guard let id = Int(destination.key),
                    costs.count == matrix.costAttributeNames.count
                else {
                    throw FeatureReadError(
                        "\(member): \"\(destination.key)\" of origin \(origin.key) is not the "
                            + "ObjectID of a destination with a cost for each of \(names)")
                }
                destinationIDs.append(id)
                all += costs
            }
            matrix.rows.append(
                CostMatrix.Row(originID: id, destinationIDs: destinationIDs, costs: all))
        }
        return matrix
    }

    private static func directions(
        _ value: JSONValue, place: Int
    ) throws(FeatureReadError) -> RouteDirections {
        let summary = value["summary"] ?? .null
        let box = summary["envelope"] ?? .null
        let reference = try (box["spatialReference"] ?? value["spatialReference"])
            .flatMap { value throws(FeatureReadError) in try SpatialReference(esriJSON: value) }
        var envelope = Envelope()
        if let minX = box["xmin"]?.number, let minY = box["ymin"]?.number,
            let maxX = box["xmax"]?.number, let maxY = box["ymax"]?.number
        {
            envelope = Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
        }
        var steps: [DirectionStep] = []
        for item in value["features"]?.array ?? [] {
            steps.append(try step(item, of: place, number: steps.count + 1))
        }
        let time = summary["totalTime"]?.number ?? 0
        return RouteDirections(
            routeID: value["routeId"]?.integer ?? place,
            routeName: value["routeName"]?.string ?? "",
            totalLength: summary["totalLength"]?.number ?? 0, totalTimeMinutes: time,
            totalDriveTimeMinutes: summary["totalDriveTime"]?.number ?? time, envelope: envelope,
            spatialReference: reference ?? .wgs84, steps: steps)
    }

    private static func step(
        _ value: JSONValue, of route: Int, number: Int
    ) throws(FeatureReadError) -> DirectionStep {
        let attributes = value["attributes"] ?? .null
        var line: [Coordinate] = []
        if let text = value["compressedGeometry"]?.string {
            guard let decoded = CompressedGeometry.decode(text) else {
                throw FeatureReadError(
                    feature: number, "directions of route \(route): compressedGeometry is broken")
            }
            line = decoded
        }
        let strings = (value["strings"]?.array ?? []).compactMap { part -> DirectionString? in
            guard let text = part["string"]?.string else { return nil }
            return DirectionString(text, part["stringType"]?.string ?? "esriDSTGeneral")
        }
        var step = DirectionStep(
            length: attributes["length"]?.number ?? 0,
            timeMinutes: attributes["time"]?.number ?? 0,
            text: attributes["text"]?.string ?? "", eta: instant(attributes["ETA"]),
            arriveTimeUTC: instant(attributes["arriveTimeUTC"]),
            maneuverType: attributes["maneuverType"]?.string ?? "esriDMTUnknown", line: line,
            strings: strings)
        if let first = attributes["FirstPoint"]?.integer,
            let last = attributes["LastPoint"]?.integer, let meters = attributes["Meters"]?.number
        {
            step.place = StepPlace(firstPoint: first, lastPoint: last, meters: meters)
        }
        return step
    }

    /// 1899-12-30 00:00, which means "no time" in directions.
    private static let noTime: Int64 = -2_209_161_600_000

    private static func instant(_ value: JSONValue?) -> Int64? {
        guard let number = value?.integer, Int64(number) != noTime else { return nil }
        return Int64(number)
    }
}

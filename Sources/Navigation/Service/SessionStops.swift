// The stops of a session, by the ids that answers have for them.

import Geo
import RouteAPI

/// The stops of a session's request, by the ids under which its answers name them.
///
/// Requests made under way send these ids with `preserveObjectID`. A stop therefore has one id on
/// every route of the session, however many stops lie behind.
struct SessionStops: Sendable {
    /// The stops as the request has them; each states its id.
    private let rows: FeatureSet
    private let positions: [Int: Int]
    /// The ids in the request's order.
    let ids: [Int]
    /// The id of the vehicle's place where a route begins there: the least that no stop has.
    let placeID: Int

    fileprivate static let idField = "ObjectID"

    /// Numbers a request's stops as servers do: by their own ids if the request preserves them,
    /// otherwise from 1.
    ///
    /// - Returns: `nil` if the request has no rows.
    init?(_ request: RouteParameters) {
        guard let stops = request.stops, !stops.isReference else { return nil }
        var rows = stops.features
        let isPreserved = request.analysis.locations.preserveObjectID ?? false
        var ids = rows.features.enumerated().map { place, row -> Int in
            guard isPreserved, case .integer(let id)? = rows.value(Self.idField, of: row) else {
                return place + 1
            }
            return id
        }
        if Set(ids).count < ids.count { ids = Array(1..<(ids.count + 1)) }
        let field = rows.add(Field(Self.idField, .objectID))
        for (place, id) in ids.enumerated() { rows.features[place].values[field] = .integer(id) }
        self.rows = rows
        self.ids = ids
        positions = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
        let used = Set(ids)
        placeID = (1...(ids.count + 1)).first { !used.contains($0) } ?? ids.count + 1
    }

    /// Returns the stops that a route visits, by an answer's legs; if the legs name none, the stops
    /// sent.
    ///
    /// The service may have reordered the stops, or left some out.
    ///
    /// - Parameters:
    ///   - legs: The route's legs in order.
    ///   - sent: The ids that were sent.
    func visited(by legs: [RouteLeg], of sent: [Int]) -> [Int] {
        guard let first = legs.first else { return sent }
        let visited = [first.fromStopID] + legs.map(\.toStopID)
        let known = Set(sent)
        guard visited.allSatisfy(known.contains), Set(visited).count == visited.count else {
            return sent
        }
        // A route from the vehicle's place begins there. Other ids are of another numbering.
        return sent.first == placeID && visited.first != placeID ? sent : visited
    }

    /// Returns stops as rows; `nil` if any is unknown.
    ///
    /// - Parameters:
    ///   - ids: Their ids in order. The vehicle's place may be the first.
    ///   - fix: Where the vehicle was when the route began.
    func features(_ ids: [Int], from fix: Fix?) -> FeatureSet? {
        var set = rows
        set.features = []
        for id in ids where id != placeID {
            guard let position = positions[id] else { return nil }
            set.features.append(rows.features[position])
        }
        guard ids.first == placeID else { return set }
        guard let fix else { return nil }
        set.insertPlace(of: fix)
        let field = set.add(Field(Self.idField, .objectID))
        set.features[0].values[field] = .integer(placeID)
        return set
    }

    /// Returns a stop's place in longitude and latitude; `nil` if it states none.
    func place(of id: Int) -> Coordinate? {
        guard let position = positions[id],
            rows.spatialReference.effectiveWKID == SpatialReference.wgs84.wkid,
            case .point(let place)? = rows.features[position].geometry
        else { return nil }
        return place.onEarth
    }
}

extension AnalysisParameters {
    /// Lets stops keep their ids. Other inputs stay as they are: barriers numbered until now may
    /// state ids twice, which would be refused.
    mutating func preserveStopIDs() {
        guard !(locations.preserveObjectID ?? false) else { return }
        locations.preserveObjectID = true
        for name in inputNames where name != RouteParameters.stopsName {
            guard var input = self[input: name],
                let field = input.features.fieldIndex(SessionStops.idField)
            else { continue }
            for row in input.features.features.indices {
                input.features.features[row].values[field] = .null
            }
            self[input: name] = input
        }
    }
}

extension FeatureSet {
    /// Returns the vehicle's place as a row, with its course if known.
    static func place(of fix: Fix) -> FeatureSet {
        var set = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        set.insertPlace(of: fix)
        return set
    }

    /// Adds a field without values, unless it is there. Returns its index.
    fileprivate mutating func add(_ field: Field) -> Int {
        if let index = fieldIndex(field.name) { return index }
        fields.append(field)
        for row in features.indices { features[row].values.append(.null) }
        return fields.count - 1
    }

    /// Puts the vehicle's place before the rows.
    fileprivate mutating func insertPlace(of fix: Fix) {
        let bearing = add(Field("Bearing", .double))
        let tolerance = add(Field("BearingTol", .double))
        var values = [AttributeValue](repeating: .null, count: fields.count)
        if let course = fix.courseDegrees, (fix.metersPerSecond ?? 0) >= 3 {
            values[bearing] = .double(course)
            values[tolerance] = .double(45)
        }
        var row = Feature(values: values, geometry: .point(fix.place))
        row.spatialReference = .wgs84
        features.insert(row, at: 0)
    }
}

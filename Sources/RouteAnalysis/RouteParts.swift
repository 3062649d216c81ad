// A request for routes through stops, divided by route name.

import Geo
import Preparation
package import RouteAPI

/// The parts of a route request: one for each route name.
///
/// A whole request also finds each route on its own, so the parts together give the same routes.
/// The rows of all parts are numbered by ``OutputNumbers``, and stops keep the numbers and names
/// they have in the whole request.
package struct RouteParts: RequestParts {
    /// Each part's stop rows.
    private let groups: [[Int]]
    /// The whole request, in which each stop has its own id and name.
    private let whole: RouteParameters

    /// Divides a request. Returns `nil` if it is answered at once, because it has fewer than two
    /// routes, no rows of its own, or given legs (which make one route), or is only checked.
    ///
    /// - Parameters:
    ///   - mostStops: The most stops in a request. A larger one is not divided, so that it is
    ///     refused as a whole.
    ///   - preservesIDs: Whether the layer keeps ids if a request does not say.
    package init?(of parameters: RouteParameters, mostStops: Int, preservesIDs: Bool = false) {
        guard case .features(var set)? = parameters.stops?.source,
            set.features.count <= mostStops, parameters.service.validate != true,
            parameters.legs == nil,
            parameters.output.returnEmptyResults != true,
            let groups = Self.groups(of: set), groups.count > 1
        else { return nil }
        self.groups = groups
        Self.setIDs(of: &set, keepsOwn: parameters.locations.preserveObjectID ?? preservesIDs)
        Self.setNames(of: &set)
        var whole = parameters
        whole.stops?.source = .features(set)
        whole.locations.preserveObjectID = true
        self.whole = whole
    }

    package var count: Int { groups.count }

    /// The stops of all parts.
    package var rows: [UInt8] {
        guard case .features(let set)? = whole.stops?.source else { return [] }
        return JSONWriter.bytes { $0.esriFeatureSet(set) }
    }

    /// Returns the name of a part's route; the first part may contain rows without a route.
    package func name(_ part: Int) -> String {
        guard case .features(let set)? = whole.stops?.source,
            let column = set.fieldIndex("RouteName")
        else { return "" }
        for row in groups[part] {
            if let name = FeatureFields.text(set.features[row].values[column]) { return name }
        }
        return ""
    }

    package func request(_ part: Int, now: Int64) -> any OperationParameters {
        var request = whole
        if case .features(var set)? = whole.stops?.source {
            set.features = groups[part].map { set.features[$0] }
            request.stops?.source = .features(set)
        }
        if request.time.startTime == .now {
            request.time.startTime = .milliseconds(now)
            request.time.startTimeIsUTC = true
        }
        // A missing route is answered with its stops and the reasons, beside the others.
        request.output.returnEmptyResults = true
        if part > 0 {
            // All parts have the same barriers; they are answered once.
            request.output.returnBarriers = ByBarrierClass { _ in false }
        }
        return request
    }

    /// Returns each route's rows in the order of their first stops; rows without a route go with
    /// the first.
    private static func groups(of set: FeatureSet) -> [[Int]]? {
        guard let column = set.fieldIndex("RouteName") else { return nil }
        var places: [RouteNameKey: Int] = [:]
        var groups: [[Int]] = []
        var others: [Int] = []
        for (row, feature) in set.features.enumerated() {
            guard let name = FeatureFields.text(feature.values[column]) else {
                others.append(row)
                continue
            }
            let key = RouteNameKey(name)
            if let place = places[key] {
                groups[place].append(row)
            } else {
                places[key] = groups.count
                groups.append([row])
            }
        }
        guard !groups.isEmpty else { return nil }
        groups[0] = (groups[0] + others).sorted()
        return groups
    }

    /// Gives every row its id in the whole request.
    private static func setIDs(of set: inout FeatureSet, keepsOwn: Bool) {
        let column = column("ObjectID", .integer, of: &set)
        for row in set.features.indices {
            if keepsOwn {
                switch set.features[row].values[column] {
                case .integer, .double, .string, .date: continue
                case .null: break
                }
            }
            set.features[row].values[column] = .integer(row + 1)
        }
    }

    /// Names every unnamed row by its position in the whole request.
    private static func setNames(of set: inout FeatureSet) {
        let column = column("Name", .string, of: &set)
        for row in set.features.indices {
            switch set.features[row].values[column] {
            case .null, .string(""):
                set.features[row].values[column] = .string(DefaultName.ofRow(row))
            case .string, .integer, .double, .date: continue
            }
        }
    }

    /// Returns a column's index; adds the column if it is missing.
    private static func column(
        _ name: String, _ type: FieldType, of set: inout FeatureSet
    ) -> Int {
        if let place = set.fieldIndex(name) { return place }
        set.fields.append(Field(name, type))
        for row in set.features.indices { set.features[row].values.append(.null) }
        return set.fields.count - 1
    }
}

// Reads the stops of a request: rows of features to checked stops.

import Geo
import RoadNetwork
import RouteAPI

/// An input of locations that an analysis needs.
package struct LocationDemand: Sendable {
    /// The parameter that carries it.
    package let name: String
    /// Fewer rows are an error.
    package let minimum: Int
    /// The field that says how many targets a row has; `nil` where rows have none.
    package let targetCount: String?
    /// Whether rows may have a cutoff.
    package let hasCutoffs: Bool

    package init(
        _ name: String, minimum: Int, targetCount: String? = nil, hasCutoffs: Bool = false
    ) {
        self.name = name
        self.minimum = minimum
        self.targetCount = targetCount
        self.hasCutoffs = hasCutoffs
    }

    /// The analysis class of its rows.
    var className: String { Self.className(of: name) }

    /// The analysis class of the rows that a parameter carries.
    static func className(of parameter: String) -> String {
        parameter.prefix(1).uppercased() + parameter.dropFirst()
    }
}

/// Reads stops. A bad row becomes a stop with a problem; only the request as a whole can fail.
struct StopReader {
    let network: NetworkDataset
    let limits: ServiceLimits
    let preservesObjectID: Bool
    /// Whether the request itself asks to keep object ids.
    let asksForObjectID: Bool
    /// The position of the minimized cost, which latencies are measured in.
    let impedance: Int
    /// Whether the values of `Sequence` say the order of the visits.
    let checksSequence: Bool

    /// Reads the rows of an input.
    func read(
        _ input: LocationInput?, _ demand: LocationDemand
    ) throws(RouteRequestError) -> [StopInput] {
        let features = input?.features.features ?? []
        guard features.count <= limits.maximumStops else {
            throw RouteRequestError(
                .limitExceeded, extendedCode: .tooManyLocations,
                details: [
                    "The number of input locations loaded into \(demand.className) exceeded the "
                        + "maximum of \(limits.maximumStops) allowed by the service.",
                    "maximumStops is \(limits.maximumStops); found \(features.count).",
                ]
            ).blaming(demand.name)
        }
        guard let set = input?.features, features.count >= demand.minimum else {
            throw RouteRequestError(
                .tooFewStops, extendedCode: .tooFewLocations,
                details: [
                    "Need at least \(demand.minimum) valid \(demand.name).",
                    "Parameter \"\(demand.name)\" has \(features.count).",
                ]
            ).blaming(demand.name)
        }
        let fields = FeatureFields(set)
        let projector = InputProjector(defaultReference: set.spatialReference)
        var stops: [StopInput] = []
        stops.reserveCapacity(features.count)
        for (index, feature) in features.enumerated() {
            var stop = try projected(feature, index, fields, projector)
            stop.input = demand.name
            do throws(FieldError) {
                try readFields(of: feature, fields, into: &stop)
                if let field = demand.targetCount {
                    stop.targetCount = try targetCount(field, of: feature, fields)
                }
                if demand.hasCutoffs { stop.cutoff = try cutoff(of: feature, fields) }
            } catch {
                stop.problem = (.invalidFieldValues, error.text)
            }
            stops.append(stop)
        }
        if preservesObjectID { try settleIDs(of: &stops, demand.name) }
        StopSequences.readZeros(&stops)
        if checksSequence { StopSequences.check(&stops) }
        return stops
    }

    private func projected(
        _ feature: Feature, _ index: Int, _ fields: FeatureFields, _ projector: InputProjector
    ) throws(RouteRequestError) -> StopInput {
        var stop = StopInput(
            index: index, objectID: index + 1,
            name: fields.string("Name", feature) ?? DefaultName.ofRow(index),
            added: [Double](repeating: 0, count: network.description.costs.count))
        switch feature.geometry {
        case .point(let coordinate):
            let reference = feature.spatialReference ?? projector.defaultReference
            stop.original = (coordinate, reference)
            switch try projector.project(coordinate, from: reference) {
            case .success(let place): stop.coordinate = place
            case .failure(let problem): stop.problem = (.notLocated, problem.text)
            }
        case nil, .empty: break
        default:
            stop.problem = (.invalidFieldValues, "its shape is not a point")
        }
        return stop
    }

    private func readFields(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        // The id first: a row that is bad elsewhere keeps it.
        if preservesObjectID,
            let id = try fields.integer("ObjectID", feature, in: 0...Int(Int32.max))
        {
            stop.objectID = id
        }
        stop.routeName = fields.string("RouteName", feature)
        stop.sequence = try fields.integer("Sequence", feature, in: 0...1_000_000)
        if let code = try fields.integer("CurbApproach", feature, in: 0...3) {
            stop.curbApproach = CurbApproach(rawValue: code) ?? .eitherSide
        }
        if let code = try fields.integer("LocationType", feature, in: 0...2) {
            stop.locationType = LocationType(rawValue: code) ?? .stop
        }
        try readWindow(of: feature, fields, into: &stop)
        try readBearing(of: feature, fields, into: &stop)
        if fields.haveCosts { try readCosts(of: feature, fields, into: &stop) }
        stop.storedLocation = try fields.storedLocation(
            feature, on: network, hasShape: stop.coordinate != nil)
        if stop.coordinate == nil, stop.storedLocation == nil, stop.problem == nil {
            stop.problem = (.notLocated, "it has no shape (x and y) and no SourceOID")
        }
    }

    /// How many targets a row has; `nil` for a zero, as data frames fill it in, too.
    private func targetCount(
        _ field: String, of feature: Feature, _ fields: FeatureFields
    ) throws(FieldError) -> Int? {
        let count = try fields.integer(field, feature, in: 0...1_000_000)
        return count == 0 ? nil : count
    }

    /// The cutoff of a row in the unit of the impedance; `nil` for a zero too.
    private func cutoff(
        of feature: Feature, _ fields: FeatureFields
    ) throws(FieldError) -> Double? {
        for name in network.description.costs[impedance].names {
            guard let cutoff = try fields.number("Cutoff_\(name)", feature), cutoff != 0 else {
                continue
            }
            guard cutoff > 0, cutoff < 1e9 else {
                throw FieldError(
                    text: "Cutoff_\(name) is \(cutoff.formattedForMessage), it must be 0 or more "
                        + "and below 1000000000")
            }
            return cutoff
        }
        return nil
    }

    private func readCosts(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        let given = try fields.values(of: network.description.costs, feature)
        for (position, cost) in given.enumerated() {
            guard let (field, value) = cost else { continue }
            guard value >= 0, value < 1e9 else {
                throw FieldError(
                    text:
                        "\(field) is \(value.formattedForMessage), it must be 0 or more and below "
                        + "1000000000")
            }
            stop.added[position] = value
        }
    }

    private func readBearing(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        if let bearing = try fields.number("Bearing", feature) {
            guard bearing.isFinite else {
                throw FieldError(
                    text: "Bearing is \(bearing.formattedForMessage), it must be in degrees")
            }
            stop.bearing = bearing
        }
        if let width = try fields.number("BearingTol", feature) {
            guard (0...180).contains(width) else {
                throw FieldError(
                    text: "BearingTol is \(width.formattedForMessage), it must lie from 0 to 180")
            }
            stop.bearingTolerance = width
        }
        // Zero-filled: no street runs north to the very last digit.
        if stop.bearing == 0, stop.bearingTolerance == 0 {
            (stop.bearing, stop.bearingTolerance) = (nil, nil)
        }
        if let latency = try fields.number("NavLatency", feature) {
            guard latency >= 0, latency < 1e9 else {
                throw FieldError(
                    text: "NavLatency is \(latency.formattedForMessage), it must be 0 or more")
            }
            stop.latencyQuanta = latency / network.description.costs[impedance].unitsPerQuantum
        }
    }

    private func readWindow(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        let start = try fields.number("TimeWindowStart", feature)
        let end = try fields.number("TimeWindowEnd", feature)
        switch (start, end) {
        // Zero-filled: nobody is awaited at the midnight that 1970 began with, for no time at all.
        case (nil, nil), (0, 0), (0, nil), (nil, 0): return
        case (let start?, let end?):
            guard start <= end, abs(start) < 1e15, abs(end) < 1e15 else {
                stop.problemCode = .badTimeWindow
                throw FieldError(
                    text: "TimeWindowStart \(start.formattedForMessage) is later than "
                        + "TimeWindowEnd \(end.formattedForMessage)")
            }
            stop.timeWindow = (Int64(start), Int64(end))
        default:
            stop.problemCode = .badTimeWindow
            throw FieldError(
                text: "it has only one of TimeWindowStart and TimeWindowEnd; give both or none")
        }
    }

    /// Refuses ids that occur twice; where the request did not ask for them, rows are numbered
    /// instead, since data frames fill ids with zeros.
    private func settleIDs(
        of stops: inout [StopInput], _ input: String
    ) throws(RouteRequestError) {
        var seen: Set<Int> = []
        if !asksForObjectID, !stops.allSatisfy({ seen.insert($0.objectID).inserted }) {
            for row in stops.indices { stops[row].objectID = row + 1 }
            return
        }
        seen = []
        for stop in stops where !seen.insert(stop.objectID).inserted {
            throw .invalidParameter(
                input,
                "ObjectID \(stop.objectID) occurs twice; with preserveObjectID=true each must "
                    + "differ."
            )
        }
    }
}

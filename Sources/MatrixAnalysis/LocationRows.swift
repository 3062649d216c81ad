// The location feature sets in answers about matrices and closest facilities.

import Answers
import Geo
import Preparation
import RoadNetwork
import RouteAPI

/// Writes a location input as a feature set: one row for every input row, in input order.
struct LocationRows {
    let assembly: ResultAssembly
    /// The location input to write.
    let group: LocationGroup
    /// The field with the number of targets, and its values; `nil` if rows have no targets.
    var targetCounts: (field: String, values: [Int?])?
    /// Each row's cutoff in the impedance's unit; `nil` if rows have no cutoffs.
    var cutoffs: [Double?]?
    /// Whether rows have costs at the location.
    var hasAddedCosts = false
    /// The positions of locations without any path.
    var unreached: Set<Int> = []

    /// Returns a row for every location.
    func featureSet() throws(RouteRequestError) -> FeatureSet {
        let costs = assembly.fields.costs
        var fields = [Field("ObjectID", .objectID), Field("Name", .string, length: 500)]
        if let targetCounts { fields.append(Field(targetCounts.field, .integer)) }
        fields += [
            Field("SourceID", .integer), Field("SourceOID", .integer),
            Field("PosAlong", .double), Field("SideOfEdge", .integer),
            Field("CurbApproach", .integer), Field("Status", .integer), Field("SnapX", .double),
            Field("SnapY", .double), Field("SnapZ", .double),
            Field("DistanceToNetworkInMeters", .double),
        ]
        if hasAddedCosts { fields += costs.map { Field("Attr_\($0.name)", .double) } }
        if cutoffs != nil { fields += costs.map { Field("Cutoff_\($0.name)", .double) } }
        let carried = CarriedAttributes(
            of: group.rows, besides: fields.map(\.name) + ["Bearing", "BearingTol", "NavLatency"])
        var set = FeatureSet(
            geometryType: .point, spatialReference: assembly.request.outputReference,
            fields: fields + carried.fields)
        let projector = OutputProjector(request: assembly.request)
        for (row, position) in group.range.enumerated() {
            let stop = assembly.stops[position]
            let geometry = try projector.echo(stop.input.original) ?? .empty
            set.features.append(
                Feature(
                    values: values(of: stop, position, row) + carried.values(ofRow: row),
                    geometry: geometry))
        }
        return set
    }

    private func values(of stop: LocatedStop, _ position: Int, _ row: Int) -> [AttributeValue] {
        let input = stop.input
        var values: [AttributeValue] = [.integer(input.objectID), .string(input.name)]
        if let targetCounts {
            values.append(targetCounts.values[row].map { .integer($0) } ?? .null)
        }
        values += stop.place?.fieldValues ?? [.null, .null, .null, .null]
        let isUnreached = stop.isValid && unreached.contains(position)
        values += [
            .integer(input.curbApproach.rawValue),
            .integer((isUnreached ? .notReached : stop.status).rawValue),
        ]
        if let place = stop.place {
            values += [
                .double(place.coordinate.x), .double(place.coordinate.y), .double(0),
                .double(place.distanceMeters),
            ]
        } else {
            values += [.null, .null, .null, .null]
        }
        let costs = assembly.fields.costs
        if hasAddedCosts { values += costs.map { .double(input.added[$0.position]) } }
        if let cutoffs {
            let impedance = assembly.request.settings.impedance
            values += costs.map { cost in
                cost.position == impedance ? cutoffs[row].map { .double($0) } ?? .null : .null
            }
        }
        return values
    }
}

// The location feature sets in answers about matrices and closest facilities.

import Answers
import Geo
import Preparation
import RouteAPI

/// The row of one location, in input order.
struct LocationRow {
    let stop: LocatedStop
    let isUnreached: Bool
    let targetCount: Int?
    /// The cutoff in the impedance's unit.
    let cutoff: Double?
    let impedance: Int

    fileprivate static let values = ColumnValues<LocationRow>(
        for: .origins, .destinations, .facilities, .incidents
    ) { values in
        values.set(.objectID) { $0.stop.input.objectID }
        values.set(.name) { $0.stop.input.name }
        values.set(.targetDestinationCount) { $0.targetCount }
        values.set(.targetFacilityCount) { $0.targetCount }
        values.set(snapped: { $0.stop.place })
        values.set(.curbApproach) { $0.stop.input.curbApproach.rawValue }
        values.set(.status) { ($0.isUnreached ? .notReached : $0.stop.status).rawValue }
        values.set(each: .visitCost) { $0.stop.input.added[$1] }
        values.set(each: .cutoff) { $1 == $0.impedance ? $0.cutoff : nil }
    }
}

/// Writes a location input as a feature set: one row for every input row, in input order.
struct LocationRows {
    let assembly: ResultAssembly
    let rows: AnalysisClass
    /// The location input to write.
    let group: LocationGroup
    /// Each row's number of targets; `nil` if rows have none.
    var targetCounts: [Int?]?
    /// Each row's cutoff in the impedance's unit; `nil` if rows have no cutoffs.
    var cutoffs: [Double?]?
    /// The positions of locations without any path.
    var unreached: Set<Int> = []

    func featureSet() throws(RouteRequestError) -> FeatureSet {
        var table = LocationRow.values.table(
            of: rows, over: assembly.attributes, in: assembly.request.outputReference)
        let carried = CarriedAttributes(
            of: group.rows,
            besides: table.set.fields.map(\.name) + Column.heading.map(\.name))
        table.set.fields += carried.fields
        let projector = OutputProjector(request: assembly.request)
        for (row, position) in group.range.enumerated() {
            let stop = assembly.stops[position]
            let geometry = try projector.echo(stop.input.original) ?? .empty
            table.append(
                LocationRow(
                    stop: stop, isUnreached: stop.isValid && unreached.contains(position),
                    targetCount: targetCounts?[row], cutoff: cutoffs?[row],
                    impedance: assembly.request.settings.impedance),
                geometry, and: carried.values(ofRow: row))
        }
        return table.set
    }
}

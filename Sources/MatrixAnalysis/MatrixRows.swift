// The costs of a matrix in an answer: by ids, or as rows.

import NetworkAnalysis
import Geo
import RoadNetwork
import RouteAPI
import SpatialOperations

/// Writes the costs of a matrix.
struct MatrixRows {
    let assembly: ResultAssembly
    let control: SolveControl
    /// The positions of the destinations that ranked targets name.
    let destinations: [Int]
    /// The attributes whose costs without live speeds a row has after the totaled costs.
    let freeFlow: [Int]

    /// The targets of an origin, with the costs of their paths.
    struct Row: Sendable {
        /// The position of the origin.
        let origin: Int
        /// The positions of the targets in ``MatrixRows/destinations``.
        let targets: [Int32]
        /// The costs of the paths in quanta: for each target, one for each totaled attribute, and
        /// one without live speeds for each of ``MatrixRows/freeFlow``.
        let quanta: [Int64]

        /// Copies the costs of some targets from a row of the table.
        init(
            _ origin: Int, _ reached: [ReachedTarget], of row: CostTable.Row, width: Int
        ) {
            self.origin = origin
            targets = reached.map { Int32($0.target) }
            var quanta: [Int64] = []
            quanta.reserveCapacity(reached.count * width)
            for target in reached {
                for attribute in 0..<width {
                    quanta.append(row.quanta(attribute, to: target.target))
                }
            }
            self.quanta = quanta
        }
    }

    /// The totaled costs of the answer, each with its place in the quanta of a target.
    private var totalled: [(cost: ReportedCost, place: Int)] {
        let settings = assembly.request.settings
        var places = [settings.impedance: 0]
        for attribute in settings.accumulated where places[attribute] == nil {
            places[attribute] = places.count
        }
        return assembly.fields.costs.compactMap { cost in
            places[cost.position].map { (cost, $0) }
        }
    }

    /// The number of totaled attributes.
    private var attributeCount: Int {
        Set(assembly.request.settings.accumulated + [assembly.request.settings.impedance]).count
    }

    /// The number of quanta of a target.
    private var width: Int { attributeCount + freeFlow.count }

    /// The costs by the ids of origins and destinations.
    ///
    /// - Throws: When the solve is cancelled.
    /// - Complexity: O(*n*) in the number of cells.
    func sparse(_ rows: [Row]) throws(RouteRequestError) -> CostMatrix {
        let (totalled, width) = (totalled, width)
        let ids = destinations.map { assembly.stops[$0].input.objectID }
        var matrix = CostMatrix(costAttributeNames: totalled.map(\.cost.name))
        matrix.rows.reserveCapacity(rows.count)
        for row in rows {
            try control.check()
            var costs: [Double] = []
            costs.reserveCapacity(row.targets.count * totalled.count)
            for number in row.targets.indices {
                for (cost, place) in totalled {
                    costs.append(assembly.value(row.quanta[number * width + place], cost.position))
                }
            }
            matrix.rows.append(
                CostMatrix.Row(
                    originID: assembly.stops[row.origin].input.objectID,
                    destinationIDs: row.targets.map { ids[Int($0)] }, costs: costs))
        }
        return matrix
    }

    /// The costs as rows, by origin and rank.
    ///
    /// - Parameters:
    ///   - areDrawn: Whether rows have straight lines.
    ///   - count: The number of rows of the table before these.
    /// - Throws: When a place has no coordinates in the output system, or the solve is cancelled.
    func lines(
        _ rows: [Row], areDrawn: Bool, after count: Int
    ) throws(RouteRequestError) -> FeatureSet {
        let (costs, width) = (assembly.fields.costs, width)
        let live = assembly.request.traffic == nil ? [] : costs.filter(\.followsSpeeds)
        let free = Dictionary(
            zip(freeFlow, attributeCount...), uniquingKeysWith: { first, _ in first })
        let totals = Dictionary(
            totalled.map { ($0.cost.position, $0.place) }, uniquingKeysWith: { first, _ in first })
        var fields = [
            Field("ObjectID", .objectID), Field("Name", .string, length: 1_024),
            Field("OriginID", .integer), Field("DestinationID", .integer),
            Field("DestinationRank", .integer),
        ]
        fields += costs.map { Field("Total_\($0.name)", .double) }
        fields += AnswerFields.traffic(live)
        if areDrawn { fields.append(Field("Shape_Length", .double)) }
        var set = FeatureSet(
            geometryType: areDrawn ? .polyline : nil,
            spatialReference: assembly.request.outputReference, fields: fields)
        let projector = OutputProjector(request: assembly.request)
        for row in rows {
            try control.check()
            let from = assembly.stops[row.origin]
            for (number, target) in row.targets.enumerated() {
                let to = assembly.stops[destinations[Int(target)]]
                var values: [AttributeValue] = [
                    .integer(count + set.features.count + 1),
                    .string("\(from.input.name) - \(to.input.name)"),
                    .integer(from.input.objectID), .integer(to.input.objectID),
                    .integer(number + 1),
                ]
                values += costs.map { cost in
                    totals[cost.position].map {
                        .double(
                            assembly.value(row.quanta[number * width + $0], cost.position))
                    } ?? .null
                }
                for cost in live {
                    let cell = number * width
                    guard let total = totals[cost.position], let place = free[cost.position]
                    else {
                        values += [.null, .null]
                        continue
                    }
                    let without = row.quanta[cell + place]
                    let delay = row.quanta[cell + total] - without
                    values.append(.double(assembly.value(without, cost.position)))
                    values.append(.double(assembly.value(delay, cost.position)))
                }
                var shape: Geometry?
                if areDrawn {
                    let ends = [from, to].compactMap { $0.place?.coordinate }
                    let line = Geometry.polyline(paths: [try projector.line(ends)])
                    values.append(.double(PlanarMeasure.length(of: line)))
                    shape = line
                }
                set.features.append(Feature(values: values, geometry: shape))
            }
        }
        return set
    }
}

// Matrix costs in an answer: by ids, or as rows.

import Answers
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import SpatialOperations

/// Writes a matrix's costs.
struct MatrixRows {
    let assembly: ResultAssembly
    let control: SolveControl
    /// The positions of the destinations; target numbers index this list.
    let destinations: [Int]
    /// The attributes for which a row also has the cost without live speeds, after the totaled
    /// costs.
    let freeFlow: [Int]

    /// An origin's targets, with their path costs.
    struct Row: Sendable {
        /// The origin's position.
        let origin: Int
        /// The targets' indices in ``MatrixRows/destinations``.
        let targets: [Int32]
        /// The path costs in quanta: for each target, one for each totaled attribute, then one
        /// without live speeds for each attribute in ``MatrixRows/freeFlow``.
        let quanta: [Int64]

        /// Copies the costs of some targets from a table row.
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

    /// The answer's totaled costs, each with its place in a target's quanta.
    private var totaled: [(cost: ReportedCost, place: Int)] {
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

    /// How many quanta a target has.
    private var width: Int { attributeCount + freeFlow.count }

    /// Returns the costs by the ids of origins and destinations.
    ///
    /// - Throws: If the solve is cancelled.
    /// - Complexity: O(*n*) for *n* cells.
    func sparse(_ rows: [Row]) throws(RouteRequestError) -> CostMatrix {
        let (totaled, width) = (totaled, width)
        let ids = destinations.map { assembly.stops[$0].input.objectID }
        var matrix = CostMatrix(costAttributeNames: totaled.map(\.cost.name))
        matrix.rows.reserveCapacity(rows.count)
        for row in rows {
            try control.check()
            var costs: [Double] = []
            costs.reserveCapacity(row.targets.count * totaled.count)
            for number in row.targets.indices {
                for (cost, place) in totaled {
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

    /// Returns the costs as rows, by origin and rank.
    ///
    /// - Parameters:
    ///   - areDrawn: Whether rows have straight lines.
    ///   - count: How many rows of the table come before these.
    /// - Throws: If a place has no coordinates in the output system, or the solve is cancelled.
    func lines(
        _ rows: [Row], areDrawn: Bool, after count: Int
    ) throws(RouteRequestError) -> FeatureSet {
        let (costs, width) = (assembly.fields.costs, width)
        let live = assembly.request.traffic == nil ? [] : costs.filter(\.followsSpeeds)
        let free = Dictionary(
            zip(freeFlow, attributeCount...), uniquingKeysWith: { first, _ in first })
        let totals = Dictionary(
            totaled.map { ($0.cost.position, $0.place) }, uniquingKeysWith: { first, _ in first })
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

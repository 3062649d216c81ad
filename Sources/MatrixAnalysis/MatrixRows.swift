// The costs of a matrix as an answer has them: by ids, or as rows.

import NetworkAnalysis
import Geo
import RoadNetwork
import RouteAPI
import SpatialOperations

/// Writes the costs of a matrix.
struct MatrixRows {
    let assembly: ResultAssembly
    /// The positions of the destinations that ranked targets name.
    let destinations: [Int]

    /// The costs of the answer that are totalled, and where among the totals each is.
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

    /// The costs by ids.
    func sparse(_ rows: [(origin: Int, reached: [ReachedTarget])]) -> CostMatrix {
        let totalled = totalled
        var matrix = CostMatrix(costAttributeNames: totalled.map(\.cost.name))
        matrix.rows.reserveCapacity(rows.count)
        for (origin, reached) in rows {
            matrix.rows.append(
                CostMatrix.Row(
                    originID: assembly.stops[origin].input.objectID,
                    cells: reached.map { target in
                        CostMatrix.Cell(
                            destinationID: stop(target).input.objectID,
                            costs: totalled.map {
                                assembly.value(target.quanta[$0.place], $0.cost.position)
                            })
                    }))
        }
        return matrix
    }

    /// The costs as rows, by origin and rank.
    ///
    /// - Parameter areDrawn: Whether rows have straight lines.
    /// - Throws: When a place has none in the output system.
    func lines(
        _ rows: [(origin: Int, reached: [ReachedTarget])], areDrawn: Bool
    ) throws(RouteRequestError) -> FeatureSet {
        let costs = assembly.fields.costs
        let totals = Dictionary(
            totalled.map { ($0.cost.position, $0.place) }, uniquingKeysWith: { first, _ in first })
        var fields = [
            Field("ObjectID", .objectID), Field("Name", .string, length: 1_024),
            Field("OriginID", .integer), Field("DestinationID", .integer),
            Field("DestinationRank", .integer),
        ]
        fields += costs.map { Field("Total_\($0.name)", .double) }
        if areDrawn { fields.append(Field("Shape_Length", .double)) }
        var set = FeatureSet(
            geometryType: areDrawn ? .polyline : nil,
            spatialReference: assembly.request.outputReference, fields: fields)
        let projector = OutputProjector(request: assembly.request)
        for (origin, reached) in rows {
            let from = assembly.stops[origin]
            for (rank, target) in reached.enumerated() {
                let to = stop(target)
                var values: [AttributeValue] = [
                    .integer(set.features.count + 1),
                    .string("\(from.input.name) - \(to.input.name)"),
                    .integer(from.input.objectID), .integer(to.input.objectID),
                    .integer(rank + 1),
                ]
                values += costs.map { cost in
                    totals[cost.position].map {
                        .double(assembly.value(target.quanta[$0], cost.position))
                    } ?? .null
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

    private func stop(_ target: ReachedTarget) -> LocatedStop {
        assembly.stops[destinations[target.target]]
    }
}

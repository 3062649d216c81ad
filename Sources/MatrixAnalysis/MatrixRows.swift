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

    /// What an origin reaches.
    struct Row: Sendable {
        /// The position of the origin.
        let origin: Int
        /// The positions of the targets among all.
        let targets: [Int32]
        /// What the paths cost in quanta: those of the first target, by totalled attribute, and so
        /// on.
        let quanta: [Int64]

        /// Takes the costs of some targets from a row of the table.
        init(
            _ origin: Int, _ reached: [ReachedTarget], of row: CostTable.Row, attributes: Int
        ) {
            self.origin = origin
            targets = reached.map { Int32($0.target) }
            var quanta: [Int64] = []
            quanta.reserveCapacity(reached.count * attributes)
            for target in reached {
                for attribute in 0..<attributes {
                    quanta.append(row.quanta(attribute, to: target.target))
                }
            }
            self.quanta = quanta
        }
    }

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

    /// The number of attributes that rows have the quanta of.
    private var attributeCount: Int {
        Set(assembly.request.settings.accumulated + [assembly.request.settings.impedance]).count
    }

    /// The costs by ids.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    func sparse(_ rows: [Row]) -> CostMatrix {
        let (totalled, width) = (totalled, attributeCount)
        let ids = destinations.map { assembly.stops[$0].input.objectID }
        var matrix = CostMatrix(costAttributeNames: totalled.map(\.cost.name))
        matrix.rows.reserveCapacity(rows.count)
        for row in rows {
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
    /// - Parameter areDrawn: Whether rows have straight lines.
    /// - Throws: When a place has none in the output system.
    func lines(
        _ rows: [Row], areDrawn: Bool
    ) throws(RouteRequestError) -> FeatureSet {
        let (costs, width) = (assembly.fields.costs, attributeCount)
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
        for row in rows {
            let from = assembly.stops[row.origin]
            for (number, target) in row.targets.enumerated() {
                let to = assembly.stops[destinations[Int(target)]]
                var values: [AttributeValue] = [
                    .integer(set.features.count + 1),
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

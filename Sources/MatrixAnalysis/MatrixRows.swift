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

        /// Starts without targets.
        fileprivate init() { (origin, targets, quanta) = (0, [], []) }

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
    private var totaled: [(cost: ColumnAttributes.Attribute, place: Int)] {
        let settings = assembly.request.settings
        var places = [settings.impedance: 0]
        for attribute in settings.accumulated where places[attribute] == nil {
            places[attribute] = places.count
        }
        return assembly.attributes.costs.compactMap { cost in
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
        var table = Line.values.table(
            over: assembly.attributes, in: assembly.request.outputReference,
            without: areDrawn ? [] : [.lengthOfPair])
        if areDrawn { table.set.geometryType = .polyline }
        let projector = OutputProjector(request: assembly.request)
        var line = Line(of: self)
        for row in rows {
            try control.check()
            line.row = row
            for (number, target) in row.targets.enumerated() {
                line.id = count + table.set.features.count + 1
                line.number = number
                line.destination = destinations[Int(target)]
                if areDrawn {
                    let ends = [row.origin, line.destination].compactMap {
                        assembly.stops[$0].place?.coordinate
                    }
                    line.shape = .polyline(paths: [try projector.straightLine(ends)])
                }
                table.append(line, line.shape)
            }
        }
        return table.set
    }

    /// One row of the table. It moves from target to target, so that rows copy nothing.
    private struct Line {
        private let assembly: ResultAssembly
        private let width: Int
        /// By attribute: its place in a target's quanta, with and without live speeds.
        private var totals: [Int?]
        private var free: [Int?]
        /// The origin's targets.
        var row = Row()
        /// The index among them.
        var number = 0
        var destination = 0
        var id = 0
        var shape: Geometry?

        init(of rows: MatrixRows) {
            assembly = rows.assembly
            width = rows.width
            totals = assembly.costs.map { _ in nil }
            free = totals
            for (cost, place) in rows.totaled { totals[cost.position] = place }
            for (offset, attribute) in rows.freeFlow.enumerated() {
                free[attribute] = rows.attributeCount + offset
            }
        }

        private func input(_ stop: Int) -> Shared<StopInput> { assembly.stops[stop].input }

        private func quanta(_ place: Int) -> Int64 { row.quanta[number * width + place] }

        private func total(_ attribute: Int) -> Double? {
            totals[attribute].map { assembly.value(quanta($0), attribute) }
        }

        private func freeFlow(_ attribute: Int) -> Double? {
            guard totals[attribute] != nil, let free = free[attribute] else { return nil }
            return assembly.value(quanta(free), attribute)
        }

        private func delay(_ attribute: Int) -> Double? {
            guard let total = totals[attribute], let free = free[attribute] else { return nil }
            return assembly.value(quanta(total) - quanta(free), attribute)
        }

        static let values = ColumnValues<Line>(for: .odLines) { values in
            values.set(.rowNumber) { $0.id }
            values.set(.nameOfPair) {
                "\($0.input($0.row.origin).name) - \($0.input($0.destination).name)"
            }
            values.set(.originID) { $0.input($0.row.origin).objectID }
            values.set(.destinationID) { $0.input($0.destination).objectID }
            values.set(.destinationRank) { $0.number + 1 }
            values.set(each: .total) { $0.total($1) }
            values.set(each: .freeFlow) { $0.freeFlow($1) }
            values.set(each: .delay) { $0.delay($1) }
            values.set(.lengthOfPair) { $0.shape.map { PlanarMeasure.length(of: $0) } }
        }
    }
}

// The barrier feature sets in an answer.

import Geo
import Preparation
import RouteAPI
import RoutingEngine
import SpatialOperations

/// The row of one barrier, in input order, with the streets that it touches.
struct BarrierRow {
    let barrier: ResolvedBarrier
    let shape: Geometry

    static func featureSet(
        _ kind: BarrierClass, of assembly: ResultAssembly
    ) throws(RouteRequestError) -> FeatureSet {
        let values = kind == .point ? points : shapes
        var table = values.table(
            of: AnalysisClass.barriers(kind), over: assembly.attributes,
            in: assembly.request.outputReference)
        let projector = OutputProjector(request: assembly.request)
        for barrier in assembly.barriers[kind] {
            let input = barrier.input
            let shape = try projector.echo(input.original, input.originalReference)
            table.append(BarrierRow(barrier: barrier, shape: shape), shape)
        }
        return table.set
    }

    private static let points = ColumnValues<BarrierRow>(for: .pointBarriers) { values in
        setAll(&values, type: .barrierType, cost: .addedCost)
        values.set(snapped: { $0.barrier.place })
        values.set(.curbApproachOfBarrier) { $0.barrier.input.curbApproach.rawValue }
        values.set(.status) { $0.barrier.status.rawValue }
        values.set(.fullEdge) { $0.barrier.input.closesFullEdge ? 1 : 0 }
    }

    private static let shapes = ColumnValues<BarrierRow>(
        for: .lineBarriers, .polygonBarriers
    ) { values in
        setAll(&values, type: .barrierTypeOfShape, cost: .costFactor)
        values.set(.lengthOfLines) { PlanarMeasure.length(of: $0.shape) }
        values.set(.areaOfShape) { $0.area }
    }

    private static func setAll(
        _ values: inout ColumnValues<BarrierRow>, type: Column, cost: Column
    ) {
        values.set(.objectID) { $0.barrier.input.objectID }
        values.set(.name) { $0.barrier.input.name }
        values.set(type) { $0.type }
        values.set(each: cost) { $0.barrier.input.attributeValues[$1] }
        values.set(.affectedEdges) { $0.barrier.segments.count }
        values.set(.affectedLength) { $0.barrier.lengthMeters }
    }

    private var type: Int {
        switch barrier.input.effect {
        case .barred: 0
        case .scaled: 1
        case .added: 2
        }
    }

    private var area: Double? {
        do {
            return try PlanarMeasure.area(of: shape)
        } catch {
            return nil
        }
    }
}

// The barrier feature sets in an answer.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// Writes barrier feature sets in input order, with the streets that each barrier touches.
struct BarrierRows {
    let assembly: ResultAssembly

    private var costs: [ReportedCost] { assembly.fields.costs }

    /// Returns the feature set for one class.
    func featureSet(_ kind: BarrierClass) throws(RouteRequestError) -> FeatureSet {
        let barriers = assembly.barriers[kind]
        return kind == .point ? try points(barriers) : try areas(barriers, kind.geometryType)
    }

    private func points(_ barriers: [ResolvedBarrier]) throws(RouteRequestError) -> FeatureSet {
        let fields =
            [
                Field("ObjectID", .objectID), Field("Name", .string, length: 500),
                Field("SourceID", .integer), Field("SourceOID", .integer),
                Field("PosAlong", .double), Field("SideOfEdge", .integer),
                Field("CurbApproach", .integer), Field("Status", .integer),
                Field("FullEdge", .integer), Field("BarrierType", .integer),
            ] + costs.map { Field("Attr_\($0.name)", .double) } + [
                Field("SnapX", .double), Field("SnapY", .double), Field("SnapZ", .double),
                Field("DistanceToNetworkInMeters", .double), Field("AffectedEdges", .integer),
                Field("AffectedLengthInMeters", .double),
            ]
        var set = FeatureSet(
            geometryType: .point, spatialReference: assembly.request.outputReference,
            fields: fields)
        let projector = OutputProjector(request: assembly.request)
        for barrier in barriers {
            set.features.append(
                Feature(
                    values: values(ofPoint: barrier),
                    geometry: try projector.echo(
                        barrier.input.original, barrier.input.originalReference)))
        }
        return set
    }

    private func values(ofPoint barrier: ResolvedBarrier) -> [AttributeValue] {
        let input = barrier.input
        let place = barrier.place
        var values: [AttributeValue] = [.integer(input.objectID), .string(input.name)]
        values +=
            place?.fieldValues ?? [.null, .null, .null, .null]
        values += [
            .integer(input.curbApproach.rawValue), .integer(barrier.status.rawValue),
            .integer(input.closesFullEdge ? 1 : 0), .integer(code(of: input)),
        ]
        values += costs.map { .double(input.attributeValues[$0.position]) }
        values +=
            place.map {
                [
                    .double($0.coordinate.x), .double($0.coordinate.y), .double(0),
                    .double($0.distanceMeters),
                ]
            } ?? [.null, .null, .null, .null]
        values += [.integer(barrier.segments.count), .double(barrier.lengthMeters)]
        return values
    }

    private func areas(
        _ barriers: [ResolvedBarrier], _ type: GeometryType
    ) throws(RouteRequestError) -> FeatureSet {
        var fields =
            [
                Field("ObjectID", .objectID), Field("Name", .string, length: 500),
                Field("BarrierType", .integer),
            ] + costs.map { Field("Attr_\($0.name)", .double) } + [Field("Shape_Length", .double)]
        if type == .polygon { fields.append(Field("Shape_Area", .double)) }
        fields += [Field("AffectedEdges", .integer), Field("AffectedLengthInMeters", .double)]
        var set = FeatureSet(
            geometryType: type, spatialReference: assembly.request.outputReference, fields: fields)
        let projector = OutputProjector(request: assembly.request)
        for barrier in barriers {
            let input = barrier.input
            let shape = try projector.echo(input.original, input.originalReference)
            var values: [AttributeValue] = [
                .integer(input.objectID), .string(input.name), .integer(code(of: input)),
            ]
            values += costs.map { .double(input.attributeValues[$0.position]) }
            values.append(.double(PlanarMeasure.length(of: shape)))
            if type == .polygon { values.append(area(of: shape)) }
            values += [.integer(barrier.segments.count), .double(barrier.lengthMeters)]
            set.features.append(Feature(values: values, geometry: shape))
        }
        return set
    }

    private func code(of barrier: BarrierInput) -> Int {
        switch barrier.effect {
        case .barred: 0
        case .scaled: 1
        case .added: 2
        }
    }

    private func area(of shape: Geometry) -> AttributeValue {
        do {
            return .double(try PlanarMeasure.area(of: shape))
        } catch {
            return .null
        }
    }
}

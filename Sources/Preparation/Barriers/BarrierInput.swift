// Reads and checks barrier rows, before they are resolved on the network.

package import Geo
import RoadNetwork
package import RouteAPI
package import RoutingEngine
import SpatialOperations

/// A barrier as the request states it.
package struct BarrierInput: Sendable {
    /// The row's index in its feature set, from 0.
    var index: Int
    package var objectID: Int
    package var name: String
    package var effect: BarrierEffect
    /// The `Attr_<cost>` value for every cost attribute, as answers return it.
    package var attributeValues: [Double]
    /// Points only: whether the whole edge is closed; at a junction, all edges that meet there.
    package var closesFullEdge = false
    /// Points only: 0 both directions, 1 travel with the barrier on its right, 2 on its left.
    package var curbApproach = CurbApproach.eitherSide
    /// Points only: the place stored in the row. It takes precedence over the shape.
    var storedLocation: StoredLocation?
    /// The shape in longitude and latitude; empty if the row has only a stored place.
    var geometry: Geometry
    /// The shape as sent, for the answer.
    package var original: Geometry
    package var originalReference: SpatialReference
    /// Whether the row has unusable values. Answers return it, but it has no effect.
    var isInvalid = false
    /// Whether it is a standing barrier, to which request limits do not apply.
    var isStanding = false
}

/// Reads barriers. An unusable row gets a message and has no effect; if invalid locations must not
/// be ignored, it fails the request.
struct BarrierReader {
    let network: NetworkDataset
    let limits: ServiceLimits
    var preservesObjectID: Bool
    let ignoresInvalid: Bool
    /// The extent that barriers must lie in.
    var extent: MapContext.Extent?

    func read(
        _ set: FeatureSet?, _ kind: BarrierClass, messages: inout [Message]
    ) throws(RouteRequestError) -> [BarrierInput] {
        guard let set else { return [] }
        try checkLimits(set, kind)
        let fields = FeatureFields(set)
        let projector = InputProjector(defaultReference: set.spatialReference)
        let extent = try extent.map { extent throws(RouteRequestError) in
            try ContextExtent(extent)
        }
        var barriers: [BarrierInput] = []
        for (index, feature) in set.features.enumerated() {
            let label = "Barrier \(index + 1) in \"\(kind.className)\""
            do throws(FieldError) {
                let barrier = try read(feature, index, kind, fields, projector)
                if let extent, barrier.geometry != .empty, !extent.meets(barrier.geometry) {
                    messages.append(
                        Message(
                            .informative,
                            "\(Sentence.begun(barrier.reference(kind).label)) lies outside the "
                                + "extent of the parameter \"context\" and is left out."))
                } else {
                    if let reason = barrier.idleness(kind, network.description.costs) {
                        messages.append(Message(.informative, "\(label) has no effect: \(reason)"))
                    }
                    barriers.append(barrier)
                }
            } catch {
                let name = fields.name("Name", feature).map { " (\"\($0)\")" } ?? ""
                let text = Sentence.ended("\(label)\(name) is not used: \(error.text)")
                guard ignoresInvalid else {
                    throw RouteRequestError(
                        .invalidGeometry, extendedCode: .badLocation, details: [text]
                    ).blaming(kind.parameter)
                }
                messages.append(Message(.warning, text))
                barriers.append(invalid(feature, index, kind, fields, projector))
            }
        }
        if preservesObjectID { try checkUniqueIDs(barriers.filter { !$0.isInvalid }, kind) }
        return barriers
    }

    private func checkUniqueIDs(
        _ barriers: [BarrierInput], _ kind: BarrierClass
    ) throws(RouteRequestError) {
        var seen: Set<Int> = []
        for barrier in barriers where !seen.insert(barrier.objectID).inserted {
            throw .invalidParameter(
                kind.parameter,
                "ObjectID \(barrier.objectID) occurs more than once; with preserveObjectID=true, "
                    + "give each barrier its own ObjectID.")
        }
    }

    private func checkLimits(
        _ set: FeatureSet, _ kind: BarrierClass
    ) throws(RouteRequestError) {
        let allowed = limits.maximumBarriers[kind]
        guard set.features.count <= allowed else {
            throw RouteRequestError(
                .limitExceeded, extendedCode: .tooManyBarriers,
                details: [
                    "Parameter \"\(kind.parameter)\" has \(set.features.count) barriers; this "
                        + "service allows \(allowed) (\(kind.limitName))."
                ]
            ).blaming(kind.parameter)
        }
        let vertices = set.features.reduce(0) { $0 + ($1.geometry?.coordinates.count ?? 0) }
        guard vertices <= limits.maximumBarrierVertices else {
            throw RouteRequestError(
                .limitExceeded, extendedCode: .tooManyBarriers,
                details: [
                    "Parameter \"\(kind.parameter)\" has \(vertices) vertices; this service allows "
                        + "\(limits.maximumBarrierVertices) (maximumBarrierVertices)."
                ]
            ).blaming(kind.parameter)
        }
    }

    func read(
        _ feature: Feature, _ index: Int, _ kind: BarrierClass, _ fields: FeatureFields,
        _ projector: InputProjector
    ) throws(FieldError) -> BarrierInput {
        let reference = feature.spatialReference ?? projector.defaultReference
        let shape = feature.geometry ?? .empty
        let stored =
            kind == .point
            ? try fields.storedLocation(feature, on: network, hasShape: shape != .empty) : nil
        guard shape != .empty || stored != nil else {
            throw FieldError(text: "it has no shape\(kind.leastShape)")
        }
        let geometry = try self.shape(shape, of: kind, reference, projector)
        var id = index + 1
        if preservesObjectID,
            let given = try fields.integer("ObjectID", feature, in: 0...Int(Int32.max))
        {
            id = given
        }
        let (effect, values) = try effect(feature, kind, fields)
        let curb = try fields.code(.curbApproach, feature, upTo: 2) ?? 0
        return BarrierInput(
            index: index, objectID: id,
            name: fields.name("Name", feature) ?? DefaultName.ofRow(index), effect: effect,
            attributeValues: values,
            closesFullEdge: try fields.flag("FullEdge", feature) ?? false,
            curbApproach: CurbApproach(rawValue: curb) ?? .eitherSide, storedLocation: stored,
            geometry: geometry,
            original: shape, originalReference: reference)
    }

    /// Makes the barrier that answers return for an unusable row: with its id and shape if they are
    /// valid, and default values otherwise.
    func invalid(
        _ feature: Feature, _ index: Int, _ kind: BarrierClass, _ fields: FeatureFields,
        _ projector: InputProjector
    ) -> BarrierInput {
        let reference = feature.spatialReference ?? projector.defaultReference
        var (id, original) = (index + 1, Geometry.empty)
        do throws(FieldError) {
            _ = try shape(feature.geometry ?? .empty, of: kind, reference, projector)
            original = feature.geometry ?? .empty
            if preservesObjectID {
                id = try fields.integer("ObjectID", feature, in: 0...Int(Int32.max)) ?? id
            }
        } catch {
            // The message about the row already states the error.
            original = .empty
        }
        return BarrierInput(
            index: index, objectID: id,
            name: fields.name("Name", feature) ?? DefaultName.ofRow(index), effect: .barred,
            attributeValues: network.description.costs.map { _ in kind == .point ? 0 : 1 },
            geometry: .empty, original: original, originalReference: reference, isInvalid: true)
    }

    /// Converts a shape to longitude and latitude and checks its class; an empty shape stays empty.
    private func shape(
        _ shape: Geometry, of kind: BarrierClass, _ reference: SpatialReference,
        _ projector: InputProjector
    ) throws(FieldError) -> Geometry {
        if shape == .empty { return shape }
        let geometry = try project(shape, reference, projector)
        switch (kind, geometry) {
        case (.point, .point), (.line, .polyline), (.polygon, .polygon): return geometry
        default: throw FieldError(text: "its shape is not a \(kind)")
        }
    }

    private func project(
        _ shape: Geometry, _ reference: SpatialReference, _ projector: InputProjector
    ) throws(FieldError) -> Geometry {
        let projected: Result<Geometry, InputProjector.Problem>
        do throws(SpatialReferenceError) {
            projected = try projector.project(shape, from: reference)
        } catch {
            throw FieldError(text: "\(error)")
        }
        switch projected {
        case .success(let geometry): return geometry
        case .failure(let problem): throw FieldError(text: problem.text)
        }
    }

    private func effect(
        _ feature: Feature, _ kind: BarrierClass, _ fields: FeatureFields
    ) throws(FieldError) -> (BarrierEffect, [Double]) {
        let costs = network.description.costs
        let code = try fields.code(.barrierType, feature, upTo: 2) ?? 0
        let isPoint = kind == .point
        let given = try fields.values(of: costs, feature)
        var values = try given.map { (cost) throws(FieldError) -> Double in
            guard let (field, value) = cost else { return isPoint ? 0 : 1 }
            // A restriction ignores values, and the range of factors is checked below.
            guard value >= 0 && value <= 1e9 || code == 0 || code == 1 && !isPoint else {
                throw FieldError(
                    text: "\(field) is \(value.formattedForMessage); it must be from 0 to "
                        + "1000000000")
            }
            return value
        }
        // Zeros beside a given factor mean absent values, since no street costs 0.
        if code == 1, !isPoint, values.contains(where: { $0 != 0 && $0 != 1 }) {
            values = values.map { $0 == 0 ? 1 : $0 }
        }
        switch (code, isPoint) {
        case (0, _): return (.barred, values)
        case (2, true):
            let quanta = zip(values, costs).map { value, cost in
                UInt32(min((value / cost.unitsPerQuantum).rounded(), 1_073_741_823))
            }
            return (.added(quanta), values)
        case (1, false):
            // NaN is not in the range either.
            guard let bad = values.firstIndex(where: { !(0.001...1_000).contains($0) }) else {
                let factors = values.map { CostFactor(thousandths: Int(($0 * 1_000).rounded())) }
                return (.scaled(factors), values)
            }
            let field = given[bad]?.field ?? "Attr_\(costs[bad].name)"
            throw FieldError(
                text: "\(field) is \(values[bad].formattedForMessage); the factor of a scaled "
                    + "cost barrier must be from 0.001 to 1000")
        default:
            throw FieldError(
                text: "BarrierType is \(code); it must be 0 (restriction) or "
                    + (isPoint ? "2 (added cost)" : "1 (scaled cost)"))
        }
    }
}

extension BarrierInput {
    /// Says why a cost barrier changes no cost; `nil` if it changes one, or bars travel.
    fileprivate func idleness(_ kind: BarrierClass, _ costs: [CostAttribute]) -> String? {
        let neutral = kind == .point ? 0.0 : 1.0
        guard effect != .barred, attributeValues.allSatisfy({ $0 == neutral }),
            let example = costs.first
        else { return nil }
        return kind == .point
            ? "BarrierType is 2 (added cost), but no Attr_ field of a cost, such as "
                + "Attr_\(example.name), adds anything."
            : "BarrierType is 1 (scaled cost), but no Attr_ field of a cost, such as "
                + "Attr_\(example.name), has a factor other than 1."
    }

    /// The row as answers name it.
    package func reference(_ kind: BarrierClass) -> BarrierReference {
        BarrierReference(
            parameter: kind.parameter, row: index, objectID: objectID, name: name,
            isStanding: isStanding)
    }
}

extension BarrierClass {
    /// The least that a shape has, to follow "no shape" in a message.
    fileprivate var leastShape: String {
        switch self {
        case .point: ""
        case .line: "; a line needs two vertices"
        case .polygon: "; a ring needs three corners"
        }
    }
}

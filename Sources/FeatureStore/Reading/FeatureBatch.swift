// Collects a query's rows as features, in one batch or several.

import Geo
import SpatialOperations

/// Collects rows into a result.
struct FeatureBatch {
    var exceedsLimit = false
    private var set: FeatureSet
    private var ids: [Int64] = []
    private var vertices = 0
    private var messages: [String] = []
    /// How many rows without a shape are not named in ``messages``.
    private var unnamed = 0
    private static let mostMessages = 20
    private let transformer: CoordinateTransformer?
    private let maxAllowableOffset: Double?

    init(
        _ query: LayerQuery, _ columns: [LayerColumn], of layer: LayerTable
    ) throws(FeatureStoreError) {
        let schema = layer.schema
        let target = query.outSR ?? schema.spatialReference
        if query.returnsGeometry, layer.shapes != nil, !target.isSame(as: schema.spatialReference) {
            do throws(SpatialReferenceError) {
                transformer = try CoordinateTransformer(from: schema.spatialReference, to: target)
            } catch {
                throw .badPart("outSR", error.description)
            }
        } else {
            transformer = nil
        }
        maxAllowableOffset = query.maxAllowableOffset
        set = FeatureSet(
            geometryType: query.returnsGeometry ? schema.geometryType : nil,
            spatialReference: target,
            fields: [Field(layer.objectID.field.name, .objectID)]
                + columns.map { Field($0.field.name, $0.field.type, length: $0.field.length) },
            hasMeasures: query.returnsGeometry && schema.hasMeasures)
    }

    var count: Int { ids.count }

    mutating func add(_ scan: LayerScan) throws {
        let id = scan.objectID
        var shape = set.geometryType == nil ? nil : try scan.shape()
        if let found = shape {
            vertices += found.coordinates.count
            guard vertices <= LayerReader.maximumVertices else {
                throw FeatureStoreError.tooMany(
                    what: "vertices", allowed: LayerReader.maximumVertices)
            }
            if let transformer {
                do throws(SpatialReferenceError) {
                    shape = try transformer.project(found)
                } catch {
                    // A bad row written by any program must not keep the others from being read.
                    shape = nil
                    note("Row \(id) comes without its shape: \(error.description)")
                }
            }
        }
        if let maxAllowableOffset { shape = shape?.generalized(.planar(maxAllowableOffset)) }
        set.features.append(Feature(values: [.integer(Int(id))] + scan.values(), geometry: shape))
        ids.append(id)
    }

    private mutating func note(_ message: String) {
        if messages.count < Self.mostMessages {
            messages.append(message)
        } else {
            unnamed += 1
        }
    }

    /// Returns the rows so far and empties the batch.
    mutating func take() -> StoredFeatures {
        defer {
            set.features = []
            ids = []
            vertices = 0
            messages = []
            unnamed = 0
        }
        if unnamed > 0 { messages.append("\(unnamed) more rows come without their shapes.") }
        return StoredFeatures(
            features: set, objectIDs: ids, exceededLimit: exceedsLimit, messages: messages)
    }
}

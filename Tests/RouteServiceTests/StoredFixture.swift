// A GeoPackage of deliveries and closures, and a layer that records its requests.

import AccessControl
import FeatureStore
import Fixtures
import Foundation
import Geo
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import ServiceDefinitions
import Synchronization

@testable import RouteService

/// Records every request and answers with nothing.
final class RecordingLayer: RouteAnswering {
    let layerDescription: LayerDescription
    private let requests = Mutex<[AnalysisRequest]>([])

    init(limits: ServiceLimits = ServiceLimits()) {
        var description = FakeLayer.description
        description.configuration.limits = limits
        layerDescription = description
    }

    let operations = [AnalysisOperation.solve, .locate]
    let networkOperations = [AnalysisOperation.locate]

    /// The common parameters of the requests so far.
    var asked: [AnalysisParameters] { requests.withLock { $0.map(\.analysis) } }

    /// The rows of the last request's stops.
    var stops: FeatureSet? { asked.last?.inputs["stops"]?.features }

    func answer(
        _ request: AnalysisRequest, control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
    ) throws(RouteRequestError) -> AnalysisResult {
        // As a network does.
        try request.analysis.requireRows()
        requests.withLock { $0.append(request) }
        return AnalysisResult()
    }
}

/// A GeoPackage in a temporary folder, with the layers `deliveries` and `closures`.
struct StoredFixture {
    let files = TestFiles()
    let store: GeoPackageStore

    /// The names and drivers of the deliveries, ordered by id.
    static let deliveries: [(customer: String, driver: String?, minutes: Double)] = [
        ("Ada", "ann", 3), ("Bob", "ann", 5), ("Cleo", nil, 1), ("Dee", "ben", 2),
    ]

    init() throws {
        _ = try files.write("made.txt", "")
        store = try GeoPackageStore(path: files.path("day.gpkg"), access: .create)
        try store.create(
            LayerSchema(
                name: "deliveries", geometryType: .point,
                fields: [
                    LayerField("customer", .string), LayerField("driver", .string),
                    LayerField("minutes", .double),
                ]))
        try store.create(
            LayerSchema(
                name: "closures", geometryType: .polygon, fields: [LayerField("Name", .string)]))
        let rows = Self.deliveries.enumerated().map { row, delivery in
            Feature(
                values: [
                    .string(delivery.customer), delivery.driver.map { .string($0) } ?? .null,
                    .double(delivery.minutes),
                ],
                geometry: .point(Coordinate(x: 7.4 + 0.01 * Double(row), y: 43.7)))
        }
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [
                Field("customer", .string), Field("driver", .string), Field("minutes", .double),
            ], features: rows)
        _ = try store.apply(LayerEdits(adds: set), to: "deliveries")
    }

    /// Adds a closed square.
    func close(_ name: String, x: Double = 7.42) throws {
        let corners = [(0.0, 0.0), (0.0, 0.001), (0.001, 0.001), (0.001, 0.0), (0.0, 0.0)]
        let ring = corners.map { Coordinate(x: x + $0.0, y: 43.73 + $0.1) }
        let set = FeatureSet(
            geometryType: .polygon, spatialReference: .wgs84, fields: [Field("Name", .string)],
            features: [Feature(values: [.string(name)], geometry: .polygon(rings: [ring]))])
        _ = try store.apply(LayerEdits(adds: set), to: "closures")
    }

    /// The deliveries layer, whose customers become stop names.
    func deliveries(
        condition: String? = nil, isEditable: Bool = false
    ) throws -> StoredLayer {
        try StoredLayer(
            StoredLayerDeclaration(
                name: "Deliveries", path: files.path("day.gpkg"), table: "deliveries",
                mapping: FieldMapping([.init(field: "Name", column: "customer")]),
                condition: condition, isEditable: isEditable), in: store)
    }

    /// The closures layer, which counts in every request.
    func closures(isEditable: Bool = true) throws -> StoredLayer {
        try StoredLayer(
            StoredLayerDeclaration(
                name: "Closures", path: files.path("day.gpkg"), table: "closures",
                standing: .polygon, isEditable: isEditable), in: store)
    }

    /// A service with some of the layers, edited by ann.
    func catalog(
        _ layers: [StoredLayer], answering: any RouteAnswering = RecordingLayer()
    ) -> ServiceCatalog {
        var access = ServiceAccess()
        access.editors = ["ann"]
        return ServiceCatalog([
            PublishedLayer(
                service: "Harbor", access: access, stored: StoredLayers(layers),
                answering: answering),
            PublishedLayer(service: "Depot", answering: answering),
        ])
    }
}

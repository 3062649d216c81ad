// Runs the documentation example for stores, word for word.

import Geo
import Testing

@testable import FeatureStore

struct DocumentationExamples {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `the example of LayerStore finds the rows that meet a condition`() throws {
        let written = try folder.store()
        try written.addDeliveries(12)
        try written.close()
        let path = folder.file("test.gpkg")

        let store = try GeoPackageStore(path: path, access: .readWrite)
        var query = LayerQuery(layer: "deliveries", limit: 500)
        query.where = "driver = 'Ada' AND day = DATE '2026-03-02'"
        let stops = try store.features(query).features

        #expect(stops.column("customer") == [.string("Customer 12")])
        try store.close()
    }
}

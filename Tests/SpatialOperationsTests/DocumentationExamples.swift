// Runs the documentation example for the transformer, word for word.

import Geo
import SpatialOperations
import Testing

struct DocumentationExamples {
    @Test func `the example of CoordinateTransformer gives meters`() throws {
        let transformer = try CoordinateTransformer(from: .wgs84, to: .webMercator)
        let place = try transformer.transform(Coordinate(x: 180, y: 0))

        #expect(abs(place.x - 20_037_508.342_789) < 0.001)
    }
}

// The example of the room's documentation.

import Testing

@testable import Geocoding

@Suite struct DocumentationExamples {
    @Test func `a geocoder finds an address`() async throws {
        let (network, places) = try await SampleAddressTests.sample.value
        let geocoder = Geocoder(network: network, places: places)
        let found = geocoder.candidates(GeocodeQuery("12 Rue Grimaldi, Monaco"))
        #expect(found.first?.street == "Rue Grimaldi")
    }
}

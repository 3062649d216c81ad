// Tests what a newcomer sees on the pages of the sample service.

import Foundation
import Geo
import Testing

@Suite struct FirstHourTests {
    private static let places = [
        "7.4188621,43.7330002", "7.4239298,43.7371517", "7.4149,43.7306",
    ]

    @Test func `a form that is sent empty says at its field what is missing`() async throws {
        try await SampleService.run { layer in
            for (path, field, words) in [
                ("Route/solve", "stops", "Need at least 2 valid stops."),
                ("ClosestFacility/solveClosestFacility", "incidents", "Need at least 1 valid"),
                ("ODCostMatrix/solveODCostMatrix", "origins", "Need at least 1 valid"),
            ] {
                let page = try await SampleService.page(path, of: layer, [field: ""])
                #expect(page.contains(words), "\(path)")
                #expect(page.contains("aria-invalid=\"true\""), "\(path)")
            }
        }
    }

    @Test func `the form of closest facilities asks for its routes, and they are drawn`()
        async throws
    {
        try await SampleService.run { layer in
            let path = "ClosestFacility/solveClosestFacility"
            let form = try await SampleService.page(path, of: layer, [:])
            let choice = try #require(form.firstRange(of: "name=\"returnCFRoutes\""))
            #expect(form[choice.upperBound...].prefix(400).contains("value=\"true\" selected"))
            let page = try await SampleService.page(
                path, of: layer,
                [
                    "incidents": Self.places[0],
                    "facilities": Self.places[1...].joined(separator: ";"),
                    "returnCFRoutes": "true", "returnIncidents": "true", "returnFacilities": "true",
                ])
            #expect(page.contains("<svg"))
            // Incidents and facilities differ in shape.
            #expect(page.contains("<circle") && page.contains("<rect"))
            #expect(page.contains("© OpenStreetMap contributors"))
        }
    }

    @Test func `alternatives are not added up`() async throws {
        try await SampleService.run { layer in
            let page = try await SampleService.page(
                "Route/solve", of: layer,
                ["stops": "\(Self.places[2]);\(Self.places[1])", "alternatives": "2"])
            #expect(page.contains("routes to choose from, the best: "))
            #expect(!page.contains("routes, together"))
        }
    }

    @Test func `a matrix of costs has a table with the names of its places`() async throws {
        try await SampleService.run { layer in
            let page = try await SampleService.page(
                "ODCostMatrix/solveODCostMatrix", of: layer,
                [
                    "origins": Self.places[0],
                    "destinations": Self.places[1...].joined(separator: ";"),
                    "outputType": "esriNAODOutputSparseMatrix", "returnOrigins": "true",
                    "returnDestinations": "true",
                ])
            #expect(page.contains("id=\"table-costs\""))
            #expect(page.contains("Location 2"))
            #expect(page.contains(" min</td>"))
        }
    }
}

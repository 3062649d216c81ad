// Searches for crossings as people name them.

import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct CrossingTextTests {
    private static func town() throws -> Geocoder {
        var sketch = NetworkSketch(
            """
            a---b---c
                |
                e
            """)
        sketch.road("abc", seconds: 10) { $0.name = "Main Street" }
        sketch.road("be", seconds: 10) { $0.name = "Rua da Boavista e Mar" }
        return Geocoder(network: try sketch.build(), places: nil)
    }

    @Test(arguments: [
        "Main St / Boavista e Mar", "Main St/Boavista e Mar", "Main St + Boavista e Mar",
        "Main St; Boavista e Mar", "Main St - Boavista e Mar", "Main St && Boavista e Mar",
        "Main St at Boavista e Mar", "Main St x Boavista e Mar", "Boavista e Mar Ecke Main St",
        "corner of Main St and Boavista e Mar", "Intersection of Main St & Boavista e Mar",
        "Main St esq. Boavista e Mar", "Boavista e Mar com Main St", "Boavista e Mar e Main St",
        "Kreuzung Main St Boavista e Mar", "Boavista e Mar à Main St",
        "угол Main St и Boavista e Mar", "Boavista e Mar y Main St, Nowhere",
        "Main St, esquina con Boavista e Mar", "Main St (Ecke Boavista e Mar)",
        "Main St ile Boavista e Mar köşesi", "roh Main St a Boavista e Mar",
        "Main St amb Boavista e Mar", "cruïlla Main St xamfrà Boavista e Mar",
        "NE corner of Main St and Boavista e Mar", "Main St × Boavista e Mar",
        "all'incrocio tra Main St e Boavista e Mar, Nowhere",
        "corner of Main St Rua da Boavista e Mar", "Kreuzung Rua da Boavista e Mar Main Street",
    ])
    func `a crossing is found as people name it`(text: String) throws {
        let found = try #require(try Self.town().candidates(GeocodeQuery(text)).first, "\(text)")
        #expect(found.type == .streetIntersection, "\(found.address)")
    }

    @Test(arguments: [
        "Main St / Nowhere", "corner of Main St", "Main St at", "and Main St", "/", "corner of",
        "x",
        String(repeating: "a and ", count: 200), String(repeating: "/", count: 500),
        "corner of " + String(repeating: "b ", count: 300),
    ])
    func `no crossing is made up`(text: String) throws {
        let found = try Self.town().candidates(GeocodeQuery(text))
        #expect(!found.contains { $0.type == .streetIntersection })
    }

    @Test func `few divisions are tried, those at a type of street first`() {
        let text = "Sol e Mar e Luz e Vento e Rua Nova, Porto"
        let splits = CrossingText.possible(text)
        #expect(splits.count == CrossingText.mostSplits)
        #expect(splits.first?.first == "Sol e Mar e Luz e Vento , Porto")
        #expect(splits.first?.second == " Rua Nova, Porto")
        let long = "corner of " + String(repeating: "b and ", count: 30_000)
        #expect(CrossingText.possible(long).count <= CrossingText.mostSplits)
    }

    @Test func `a place may be asked for its crossing, or for its street alone`() throws {
        let geocoder = try Self.town()
        let sketch = NetworkSketch("a---b---c")
        let near = sketch.place("a", "b", at: 0.8)
        let crossing = geocoder.address(at: near, within: 200, types: [.streetIntersection])
        #expect(crossing?.street == "Main Street & Rua da Boavista e Mar")
        #expect(geocoder.address(at: near, within: 1, types: [.streetIntersection]) == nil)
        #expect(geocoder.address(at: near, within: 200, types: [.streetName])?.type == .streetName)
        #expect(geocoder.address(at: near, within: 200, types: [.locality]) == nil)
    }
}

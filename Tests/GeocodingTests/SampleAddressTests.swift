// Asks the sample for all its own addresses.

import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct SampleAddressTests {
    static let sample = Task { try await Extract.sample.buildWithNames() }

    private typealias Address = (text: String, number: String, at: Coordinate)

    /// Every address of some names as somebody would write it, with its place.
    ///
    /// - Parameter join: Writes a number and a street's name as people do there.
    private static func addresses(
        of places: PlaceDataset, _ join: (_ number: String, _ street: String) -> String
    ) -> [Address] {
        (0..<places.addressCount).map { row in
            let number = places.text(row: places.addressNumber[row])
            let street = places.text(row: places.addressStreet[row])
            let city = places.text(row: places.addressCity[row])
            return (
                join(number, street) + (city.isEmpty ? "" : ", \(city)"), number,
                places.coordinate(ofAddress: row)
            )
        }
    }

    private static func addresses() async throws -> [Address] {
        addresses(of: try #require(try await sample.value.names)) { "\($0) \($1)" }
    }

    /// Returns the share of addresses whose first answer is the house.
    private static func share(
        of addresses: [Address], _ geocoder: Geocoder, _ change: (String) -> String = { $0 }
    ) -> Double {
        var right = 0
        for (text, number, place) in addresses {
            guard let found = geocoder.candidates(GeocodeQuery(change(text))).first else {
                continue
            }
            let meters = Geodesic.distanceMeters(from: found.location, to: place)
            // Doors and houses with one number lie some meters apart.
            if found.type == .pointAddress, found.number == number, meters < 150 { right += 1 }
        }
        return Double(right) / Double(max(addresses.count, 1))
    }

    private static func share(_ change: (String) -> String) async throws -> Double {
        let (network, names) = try await sample.value
        return share(
            of: try await addresses(), Geocoder(network: network, places: names), change)
    }

    @Test func `finds every address by its own text`() async throws {
        #expect(try await Self.addresses().count > 200)
        #expect(try await Self.share { $0 } >= 0.95)
    }

    @Test(
        arguments: Extract.sampleAndShared(
            "porto.osm.pbf", "reisterstown-via-restriction.osm.pbf"
        ).filter { $0 != .sample })
    func `finds the addresses of larger towns, where there are their extracts`(
        extract: Extract
    ) async throws {
        let (network, names) = try await extract.buildWithNames()
        let all = Self.addresses(of: try #require(names)) { "\($1) \($0)" }
        // Porto's extract has roads, and few addresses.
        #expect(all.count > 50)
        let some = stride(from: 0, to: all.count, by: max(1, all.count / 1_000)).map { all[$0] }
        let share = Self.share(of: some, Geocoder(network: network, places: names))
        #expect(share >= 0.95, "\(share)")
    }

    @Test func `finds addresses without diacritics and capitals`() async throws {
        #expect(try await Self.share { NameFolding.folded($0) } >= 0.95)
    }

    @Test func `finds addresses with two letters swapped`() async throws {
        let share = try await Self.share { text in
            var words = text.split(separator: " ").map { Array($0) }
            let place = words.lastIndex { word in
                word.count >= 5 && word.allSatisfy { $0.isLetter }
            }
            if let place { words[place].swapAt(2, 3) }
            return words.map { String($0) }.joined(separator: " ")
        }
        #expect(share >= 0.85)
    }

    @Test func `every address is named again from its place`() async throws {
        let (network, names) = try await Self.sample.value
        let geocoder = Geocoder(network: network, places: names)
        for (_, _, place) in try await Self.addresses() {
            let found = try #require(geocoder.address(at: place, within: 50))
            #expect(found.type == .pointAddress)
            #expect(Geodesic.distanceMeters(from: found.location, to: place) < 0.1)
        }
    }

    @Test func `finds places by any of their names`() async throws {
        let (network, names) = try await Self.sample.value
        let geocoder = Geocoder(network: network, places: names)
        let places = try #require(names)
        for row in 0..<places.placeCount {
            let name = places.text(row: places.placeName[row])
            let found = geocoder.candidates(GeocodeQuery(name))
            #expect(
                found.contains { $0.placeName == name && $0.score > 99 }, "\(name)")
        }
    }
}

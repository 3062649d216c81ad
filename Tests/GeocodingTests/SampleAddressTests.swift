// Asks the sample for all its own addresses.

import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct SampleAddressTests {
    static let sample = Task { try await Extract.sample.buildWithNames() }

    /// Every address in the sample as somebody would write it, with its place.
    private static func addresses() async throws -> [(text: String, number: String, at: Coordinate)]
    {
        let places = try #require(try await sample.value.names)
        return (0..<places.addressCount).map { row in
            let number = places.text(row: places.addressNumber[row])
            let street = places.text(row: places.addressStreet[row])
            let city = places.text(row: places.addressCity[row])
            return (
                "\(number) \(street)" + (city.isEmpty ? "" : ", \(city)"), number,
                places.coordinate(ofAddress: row)
            )
        }
    }

    /// Returns the share of addresses whose first answer is the house.
    private static func share(_ change: (String) -> String) async throws -> Double {
        let (network, names) = try await sample.value
        let geocoder = Geocoder(network: network, places: names)
        let addresses = try await addresses()
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

    @Test func `finds every address by its own text`() async throws {
        #expect(try await Self.addresses().count > 200)
        #expect(try await Self.share { $0 } >= 0.95)
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

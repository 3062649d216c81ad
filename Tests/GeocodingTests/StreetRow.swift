// Streets side by side, for searches.

import NetworkBuilder
import RouteTesting

@testable import Geocoding

/// A row of streets, each with some houses.
enum StreetRow {
    static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// - Parameter more: Adds places and further addresses.
    static func geocoder(
        _ streets: KeyValuePairs<String, [String]>,
        _ more: (inout DrawnNames, NetworkSketch) -> Void = { _, _ in }
    ) throws -> Geocoder {
        precondition(streets.count < letters.count)
        var sketch = NetworkSketch(letters.map { "\($0)" }.joined(separator: "---"))
        var names = DrawnNames()
        for (street, (from, to)) in zip(streets, zip(letters, letters.dropFirst())) {
            sketch.road("\(from)\(to)", seconds: 10) { $0.name = street.key }
            for house in street.value {
                names.address(house, street.key, at: sketch.place(from, to, at: 0.5))
            }
        }
        more(&names, sketch)
        return Geocoder(network: try sketch.build(), places: try names.dataset())
    }
}

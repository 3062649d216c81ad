// Places on a network, for examples and trials.

package import Geo

/// A place on a street.
package struct SamplePlace: Hashable, Sendable {
    /// The street's name, or an empty string.
    package var street: String
    /// A place on its line, to the meter.
    package var coordinate: Coordinate
}

extension NetworkDataset {
    /// Returns places spread over a mode family's streets, each in the middle of a street. All can
    /// be reached from one another. The result is always the same, and shorter than `count` if the
    /// network has no more.
    ///
    /// The spatial index keeps streets in the order of a Hilbert curve, so places at equal
    /// distances in it are spread like the streets.
    ///
    /// - Parameter family: The family's position in the network's list.
    /// - Complexity: O(*n*) in the number of places; for each, at most a thousand streets are
    ///   tried.
    package func samplePlaces(_ count: Int, family: Int = 0) -> [SamplePlace] {
        let pieces = index.segments.count
        guard count > 0, pieces > 0, description.families.indices.contains(family) else {
            return []
        }
        var places: [SamplePlace] = []
        var used: Set<Int> = []
        for place in 0..<count {
            let start = (2 * place + 1) * pieces / (2 * count)
            let near = (0..<min(pieces, 1_000)).lazy.map { self.segment(start + $0) }
                .filter { !used.contains($0) && self.isSample($0, family) }
            // Prefer streets with names.
            let named = near.first { segment in
                let name = self.streetName(of: EdgeID(row: UInt32(2 * segment)))
                return !name.isEmpty && !places.contains { $0.street == name }
            }
            guard let segment = named ?? near.first else { continue }
            used.insert(segment)
            places.append(sample(segment))
        }
        return places
    }

    private func segment(_ piece: Int) -> Int { Int(index.segments[piece % index.segments.count]) }

    /// Whether a segment is a street of the largest component that the whole family may use.
    private func isSample(_ segment: Int, _ family: Int) -> Bool {
        let bit: UInt8 = 1 << UInt8(family)
        let edges = [2 * segment, 2 * segment + 1]
        guard edges.contains(where: { edgeFamilies[$0] & bit != 0 }),
            edges.allSatisfy({ nodeComponent[family][Int(edgeHead[$0])] == 0 })
        else { return false }
        let edge = EdgeID(row: UInt32(2 * segment))
        return switch roadClass(of: edge) {
        case .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet: true
        case .motorway, .trunk, .service, .track, .pedestrian, .cycleway, .footway, .path, .steps,
            .ferry, .other:
            false
        }
    }

    private func sample(_ segment: Int) -> SamplePlace {
        let middle = LineMeasure(shape(ofSegment: segment)).coordinate(at: 0.5)
        func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        return SamplePlace(
            street: streetName(of: EdgeID(row: UInt32(2 * segment))),
            coordinate: Coordinate(x: rounded(middle.x), y: rounded(middle.y)))
    }
}

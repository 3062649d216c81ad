// Probable mistakes in a route's stops; each could also be intended.

package import Geo
import Preparation

/// Finds places and windows that look like mistakes in a table.
///
/// Batches report them for each group and for trips. A stop far from all streets or with an invalid
/// value is left to the answer, which reports it anyway.
package struct StopDoubts: Sendable {
    /// The network's extent; `nil` if unknown.
    let extent: Envelope?
    /// The order of day and month in dates that do not show it.
    let dates: DateOrder?

    /// A sentence names at most this many stops.
    private static let mostNames = 5

    package init(extent: Envelope?, dates: DateOrder?) {
        (self.extent, self.dates) = (extent, dates)
    }

    /// Writes sentences about doubtful stops.
    ///
    /// - Parameter stops: Stops in longitude and latitude; in another system, places are not
    ///   checked.
    /// - Complexity: O(*n*) in the number of stops.
    package func notes(of stops: FeatureSet) -> [String] {
        var zero: [String] = []
        var swapped: [String] = []
        var missing: [String] = []
        var reversed: [String] = []
        var byPlace: [Coordinate: [String]] = [:]
        var order: [Coordinate] = []
        let isWGS84 = stops.spatialReference.isSame(as: .wgs84)
        let windows = WindowFields(stops, dates: dates)
        for (row, stop) in stops.features.enumerated() {
            let label = Self.label(of: stop, row, in: stops)
            if let bounds = try? windows.windows(of: stop), bounds.contains(where: Self.isReversed)
            {
                reversed.append(label)
            }
            guard case .point(let place)? = stop.geometry else {
                missing.append(label)
                continue
            }
            if byPlace[place] == nil { order.append(place) }
            byPlace[place, default: []].append(label)
            guard isWGS84, stop.spatialReference == nil else { continue }
            if place.x == 0, place.y == 0 {
                zero.append(label)
            } else if isSwapped(place) {
                swapped.append(label)
            }
        }
        let doubled = order.flatMap { place -> [String] in
            let labels = byPlace[place] ?? []
            // A tour may begin and end at its depot.
            return labels.count > 2 || Set(labels).count > 1 && labels.count > 1 ? labels : []
        }
        return [
            Self.sentence(missing, "without coordinates"),
            Self.sentence(zero, "at longitude 0, latitude 0"),
            Self.sentence(swapped, "with longitude and latitude in each other's place"),
            Self.sentence(doubled, "at the same coordinates as another"),
            Self.sentence(reversed, "with a window that ends before it begins"),
        ].compactMap(\.self)
    }

    /// Writes sentences about doubtful trips.
    ///
    /// - Complexity: O(*n*) in the number of trips.
    package func notes(of trips: [TripRow]) -> [String] {
        var zero: [String] = []
        var swapped: [String] = []
        for trip in trips {
            let places = [trip.origin, trip.destination].compactMap(\.self)
            if places.contains(where: { $0.x == 0 && $0.y == 0 }) {
                zero.append("\(trip.id)")
            } else if places.contains(where: isSwapped) {
                swapped.append("\(trip.id)")
            }
        }
        return [
            Self.sentence(zero, "with a place at longitude 0, latitude 0", of: "trip"),
            Self.sentence(
                swapped, "with longitude and latitude in each other's place", of: "trip"),
        ].compactMap(\.self)
    }

    private func isSwapped(_ place: Coordinate) -> Bool {
        if abs(place.y) > 90 { return abs(place.x) <= 90 }
        guard let extent, !extent.isEmpty else { return false }
        return !Self.holds(extent, place) && Self.holds(extent, Coordinate(x: place.y, y: place.x))
    }

    private static func holds(_ box: Envelope, _ place: Coordinate) -> Bool {
        (box.minX...box.maxX).contains(place.x) && (box.minY...box.maxY).contains(place.y)
    }

    /// Whether both bounds are times of the same kind, and the second is earlier.
    ///
    /// Times of day may pass midnight and are then in order.
    private static func isReversed(_ window: WindowFields.Bounds) -> Bool {
        switch (window.start, window.end) {
        case (.milliseconds(let start)?, .milliseconds(let end)?): start > end && end != 0
        case (.written(.instant(let start))?, .written(.instant(let end))?),
            (.written(.wallClock(let start))?, .written(.wallClock(let end))?):
            start > end
        default: false
        }
    }

    private static func label(of stop: Feature, _ row: Int, in stops: FeatureSet) -> String {
        if let name = stops.string("Name", of: stop), !name.isEmpty {
            return "\"\(name.excerpt(60))\""
        }
        return "stop \(row + 1)"
    }

    private static func sentence(
        _ labels: [String], _ problem: String, of noun: String = "stop"
    ) -> String? {
        guard !labels.isEmpty else { return nil }
        var names = labels.prefix(mostNames).joined(separator: ", ")
        if labels.count > mostNames { names += ", …" }
        return "\(labels.count.counted(noun)) \(problem): \(names)."
    }
}

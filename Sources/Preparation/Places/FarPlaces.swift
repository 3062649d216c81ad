// Reports locations far from their streets.

package import RouteAPI

/// Writes a message for each location far from its street. The input may be wrong, and a client
/// drawing a route to it shows that the route ends elsewhere.
package enum FarPlaces {
    /// Places farther away than this are reported, in meters.
    package static let leastMeters = 250.0
    /// The most locations to name.
    private static let mostNamed = 10

    /// Whether a usable location lies far from its street.
    package static func isFar(_ stop: LocatedStop) -> Bool {
        stop.isValid && stop.place.map { $0.distanceMeters > leastMeters } ?? false
    }

    /// Writes the messages about locations at the places where they are visited.
    package static func messages(about stops: [LocatedStop]) -> [Message] {
        messages(
            about: stops.compactMap { stop in
                isFar(stop) ? stop.place.map { (stop.input.label, $0.distanceMeters) } : nil
            })
    }

    /// Writes the messages about far places, each with what messages call it.
    static func messages(about far: [(label: String, meters: Double)]) -> [Message] {
        let named = far.prefix(mostNamed).map { label, meters in
            Message(
                .warning,
                Sentence.begun(label) + " lies "
                    + "\(Int(meters.rounded())) m from the street on which it is placed; no closer "
                    + "street can be used. Check its coordinates (longitude comes first).")
        }
        guard far.count > mostNamed, let most = far.dropFirst(mostNamed).map(\.meters).max() else {
            return named
        }
        return named + [
            Message(
                .warning,
                "\(far.count - mostNamed) others lie more than \(Int(leastMeters)) m from their "
                    + "streets, up to \(Int(most.rounded())) m.")
        ]
    }
}

// Links that open a route in a phone's maps.

import Geo

/// Links with which a phone shows and follows a route, stop after stop.
///
/// They are Google Maps URLs (https://developers.google.com/maps/documentation/urls), which
/// browsers also open. A phone takes nine places between the first and the last, so a longer route
/// has several links, each from the end of the previous one.
struct PhoneMap {
    struct Link: Hashable {
        /// The places of the first and last stop in the route, from 1.
        var stops: ClosedRange<Int>
        var url: String
    }

    /// The most places in a link: two ends and nine between.
    private static let mostPlaces = 11

    /// Makes a route's links, none if fewer than two stops have a location.
    static func links(of route: DayRoute) -> [Link] {
        let stops = route.visits.compactMap { visit in visit.place.map { (visit.sequence, $0) } }
        guard stops.count > 1 else { return [] }
        return stride(from: 0, to: stops.count - 1, by: mostPlaces - 1).map { first in
            let part = stops[first..<min(first + mostPlaces, stops.count)]
            return Link(
                stops: part[part.startIndex].0...part[part.endIndex - 1].0,
                url: url(through: part.map(\.1)))
        }
    }

    private static func url(through places: [Coordinate]) -> String {
        let texts = places.map(text)
        var url = "https://www.google.com/maps/dir/?api=1&origin=\(texts[0])"
        url += "&destination=\(texts[texts.count - 1])"
        let between = texts.dropFirst().dropLast()
        // RFC 3986 encodes the separators: a comma is %2C and a vertical bar %7C.
        if !between.isEmpty { url += "&waypoints=\(between.joined(separator: "%7C"))" }
        return url
    }

    /// Writes latitude and longitude; six decimals are a tenth of a meter.
    private static func text(_ place: Coordinate) -> String {
        let (latitude, longitude) = (
            JSONWriter.text(ofCoordinate: place.y, decimals: 6),
            JSONWriter.text(ofCoordinate: place.x, decimals: 6)
        )
        return "\(latitude)%2C\(longitude)"
    }
}

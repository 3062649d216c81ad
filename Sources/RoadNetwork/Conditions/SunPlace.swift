// When the sun rises and sets at a place, for conditions such as `sunset-sunrise`.

package import Geo

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the sun does twice a day. Dawn begins, and dusk ends, the civil twilight.
enum SunEvent: String, CaseIterable, Sendable {
    case dawn, sunrise, sunset, dusk

    /// The sun's altitude in degrees; refraction and its radius show it early and late.
    fileprivate var altitude: Double { self == .dawn || self == .dusk ? -6 : -0.833 }

    fileprivate var isBeforeNoon: Bool { self == .dawn || self == .sunrise }

    /// The minute of the day where no place is known, and by which spans are put in order.
    var usualMinute: Int {
        switch self {
        case .dawn: 5 * 60 + 30
        case .sunrise: 6 * 60
        case .sunset: 18 * 60
        case .dusk: 18 * 60 + 30
        }
    }
}

/// The place by whose sun a condition is judged.
///
/// A network stores the place with the condition, as the part `NEAR (60.5 -8)` in degrees of
/// latitude and longitude, rounded to half a degree: so gates of one area share a condition. The
/// rounding moves sunrise and sunset by a minute at most up to 50° of latitude, and by 3 at 60°. If
/// it were the network's middle, they would move by 14 minutes in Portugal, 30 in Germany, 40 in
/// France and by hours in Norway.
package struct SunPlace: Hashable, Sendable {
    /// Degrees north.
    let latitude: Double
    /// Degrees east.
    let longitude: Double

    package init(near place: Coordinate) {
        latitude = Self.rounded(place.y)
        longitude = Self.rounded(place.x)
    }

    /// Rounds to half a degree, and -0.0, which has a text of its own, to 0.
    private static func rounded(_ degrees: Double) -> Double {
        (degrees * placesPerDegree).rounded() / placesPerDegree + 0
    }

    private static let placesPerDegree = 2.0
    private static let beginning = " AND NEAR ("

    /// Returns a condition's text with the place, if the sun or a season decides when it holds. The
    /// place replaces any that the text has: mappers write none.
    package func added(to text: String) -> String {
        let words = text.lowercased()
        guard
            SunEvent.allCases.contains(where: { words.contains($0.rawValue) })
                || ConditionSpelling.namesSeason(words)
        else { return text }
        return "\(Self.split(text).condition)\(Self.beginning)\(latitude) \(longitude))"
    }

    static func split(_ text: String) -> (condition: String, place: SunPlace?) {
        guard text.hasSuffix(")"), let range = text.firstRange(of: beginning) else {
            return (text, nil)
        }
        let degrees = text[range.upperBound...].dropLast().split(separator: " ").map { Double($0) }
        guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return (text, nil) }
        let place = SunPlace(near: Coordinate(x: longitude, y: latitude))
        return (String(text[..<range.lowerBound]), place)
    }

    /// Returns the minute of an event on local clocks, counted from the midnight that begins a day.
    ///
    /// Where the sun does not rise, it sets a minute before noon and rises a minute after it, so
    /// `sunrise-sunset` never holds. Where it does not set, a day lasts from the noon before to the
    /// noon after, so `sunset-sunrise` never holds.
    ///
    /// Method: J. Meeus, *Astronomical Algorithms*, 2nd ed. 1998, chapters 15 and 25 at low
    /// accuracy, with the declination at noon. Compared with NOAA's solar calculator it is within 2
    /// minutes up to 50° of latitude, and within 3 at 60°.
    ///
    /// - Parameters:
    ///   - day: Days since 1970-01-01.
    ///   - ahead: How many minutes local clocks are ahead of UTC.
    func minute(of event: SunEvent, onDay day: Int, ahead: Int) -> Int {
        // Day 10,957 is 1 January 2000, at whose noon the epoch J2000 begins.
        let days = Double(day - 10_957) - longitude / 360
        let anomaly = Self.radians(357.5291 + 0.98560028 * days)
        let center = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
        let ecliptic = anomaly + Self.radians(center + 180 + 102.9372)
        let equation = 1_440 * (0.0053 * sin(anomaly) - 0.0069 * sin(2 * ecliptic))
        // Some clocks differ by a day from the sun's.
        let meanNoon = 720 - 4 * longitude + Double(ahead)
        let noon = meanNoon - (meanNoon / 1_440).rounded(.down) * 1_440 + equation
        let declination = asin(sin(ecliptic) * sin(Self.radians(23.4397)))
        let north = Self.radians(latitude)
        let cosine =
            (sin(Self.radians(event.altitude)) - sin(north) * sin(declination))
            / (cos(north) * cos(declination))
        let half = cosine > 1 ? -1 : cosine < -1 ? 1_440 : acos(cosine) / .pi * 720
        return Int((event.isBeforeNoon ? noon - half : noon + half).rounded())
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

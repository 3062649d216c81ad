// The units of costs and lengths, with their words on the wire and their factors.

/// A unit for network costs and lengths in directions (`esriNAU…`).
public enum NetworkUnit: String, Hashable, Sendable, CaseIterable {
    /// No unit, or an unknown one.
    case unknown = "esriNAUUnknown"
    /// Inches.
    case inches = "esriNAUInches"
    /// Feet.
    case feet = "esriNAUFeet"
    /// Yards.
    case yards = "esriNAUYards"
    /// Statute miles.
    case miles = "esriNAUMiles"
    /// Nautical miles.
    case nauticalMiles = "esriNAUNauticalMiles"
    /// Millimeters.
    case millimeters = "esriNAUMillimeters"
    /// Centimeters.
    case centimeters = "esriNAUCentimeters"
    /// Meters.
    case meters = "esriNAUMeters"
    /// Kilometers.
    case kilometers = "esriNAUKilometers"
    /// Degrees of arc.
    case decimalDegrees = "esriNAUDecimalDegrees"
    /// Decimeters.
    case decimeters = "esriNAUDecimeters"
    /// Seconds.
    case seconds = "esriNAUSeconds"
    /// Minutes.
    case minutes = "esriNAUMinutes"
    /// Hours.
    case hours = "esriNAUHours"
    /// Days.
    case days = "esriNAUDays"

    /// How many meters one unit has; `nil` if the unit is not a length.
    public var meters: Double? {
        switch self {
        case .inches: 0.0254
        case .feet: 0.3048
        case .yards: 0.9144
        case .miles: 1_609.344
        case .nauticalMiles: 1_852
        case .millimeters: 0.001
        case .centimeters: 0.01
        case .decimeters: 0.1
        case .meters: 1
        case .kilometers: 1_000
        case .unknown, .decimalDegrees, .seconds, .minutes, .hours, .days: nil
        }
    }

    /// The unit's short name, such as `km`; empty if it has none.
    public var shortName: String {
        switch self {
        case .inches: "in"
        case .feet: "ft"
        case .yards: "yd"
        case .miles: "mi"
        case .nauticalMiles: "nmi"
        case .millimeters: "mm"
        case .centimeters: "cm"
        case .decimeters: "dm"
        case .meters: "m"
        case .kilometers: "km"
        case .seconds: "s"
        case .minutes: "min"
        case .hours: "h"
        case .days: "d"
        case .unknown, .decimalDegrees: ""
        }
    }

    /// How many seconds one unit has; `nil` if the unit is not a time.
    public var seconds: Double? {
        switch self {
        case .seconds: 1
        case .minutes: 60
        case .hours: 3_600
        case .days: 86_400
        default: nil
        }
    }
}

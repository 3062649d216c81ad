// The two families of unit words of the wire, with their conversion factors.

/// A unit of network costs and of direction lengths (`esriNAU…`).
public enum NetworkUnit: String, Hashable, Sendable, CaseIterable {
    /// No unit.
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

    /// Meters in one unit, or `nil` for units that are not of length.
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

    /// The short name of the unit, such as `km`; empty for units without one.
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

    /// Seconds in one unit, or `nil` for units that are not of time.
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

/// A unit of map distances: tolerances and generalization (`esriMeters`, …).
public enum MapUnit: String, Hashable, Sendable, CaseIterable {
    /// Inches.
    case inches = "esriInches"
    /// Feet.
    case feet = "esriFeet"
    /// Yards.
    case yards = "esriYards"
    /// Statute miles.
    case miles = "esriMiles"
    /// Nautical miles.
    case nauticalMiles = "esriNauticalMiles"
    /// Millimeters.
    case millimeters = "esriMillimeters"
    /// Centimeters.
    case centimeters = "esriCentimeters"
    /// Decimeters.
    case decimeters = "esriDecimeters"
    /// Meters.
    case meters = "esriMeters"
    /// Kilometers.
    case kilometers = "esriKilometers"
    /// Degrees of arc, taken along a meridian.
    case decimalDegrees = "esriDecimalDegrees"
    /// Printer's points.
    case points = "esriPoints"
    /// International feet.
    case internationalFeet = "esriIntFeet"
    /// International inches.
    case internationalInches = "esriIntInches"
    /// International miles.
    case internationalMiles = "esriIntMiles"
    /// International nautical miles.
    case internationalNauticalMiles = "esriIntNauticalMiles"
    /// International yards.
    case internationalYards = "esriIntYards"

    /// Meters in one unit. The plain and the international forms differ by 2 parts in a million at
    /// most and are taken as the same.
    public var meters: Double {
        switch self {
        case .inches, .internationalInches: 0.0254
        case .feet, .internationalFeet: 0.3048
        case .yards, .internationalYards: 0.9144
        case .miles, .internationalMiles: 1_609.344
        case .nauticalMiles, .internationalNauticalMiles: 1_852
        case .millimeters: 0.001
        case .centimeters: 0.01
        case .decimeters: 0.1
        case .meters: 1
        case .kilometers: 1_000
        case .decimalDegrees: 111_194.926_644_558_74
        case .points: 0.0254 / 72
        }
    }
}

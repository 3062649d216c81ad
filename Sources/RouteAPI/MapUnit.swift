// The units of distances on maps, with their factors.

/// A unit for distances on the map: tolerances and simplification (`esriMeters`, …).
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
    /// Degrees of arc, measured along a meridian.
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

    /// How many meters one unit has. Plain and international forms differ by at most 2 parts in a
    /// million and count as equal.
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

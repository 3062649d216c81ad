// What a day knows of one driver: places, shift, vehicle.

import Geo

/// A row of `--drivers`.
struct Driver: Sendable {
    /// A place that a route begins or ends at.
    struct Place: Hashable, Sendable {
        var coordinate: Coordinate
        var reference: SpatialReference
        var name: String
    }

    /// The travel settings that a driver's vehicle has in place of those of the options.
    struct Vehicle: Hashable, Sendable {
        /// The name or id of a travel mode.
        var travelMode: String?
        /// Sizes in meters.
        var height, width, length: Double?
        /// In kilograms.
        var weight: Double?

        /// Whether it is that of the options.
        var isUsual: Bool { self == Vehicle() }
    }

    /// A break in the shift.
    struct Rest: Hashable, Sendable {
        var minutes: Double
        var earliest: TimeValue?
        /// When it begins at the latest.
        var latest: TimeValue
    }

    /// The value of the grouping field that the driver's stops have.
    let name: String
    /// The file and the row, for messages.
    let label: String
    /// Where routes begin; without it at their first stop.
    var start: Place?
    /// Where routes end; without it at their last stop.
    var end: Place?
    var shiftStart: TimeValue?
    var shiftEnd: TimeValue?
    var vehicle = Vehicle()
    /// The greatest time from start to end, in minutes.
    var maxTotalTime: Double?
    var rest: Rest?
    /// Where the driver is now.
    var current: Place?
    /// When the driver was there.
    var currentTime: TimeValue?
}

/// The drivers of a day by name.
struct Drivers: Sendable {
    /// The drivers in the order of their rows.
    let all: [Driver]
    /// The name of the file, for messages.
    let source: String
    private let places: [String: Int]

    /// - Throws: ``CommandFailure`` for two rows of one name.
    init(_ all: [Driver], source: String) throws {
        var places: [String: Int] = [:]
        for (place, driver) in all.enumerated() {
            if let other = places.updateValue(place, forKey: driver.name) {
                throw CommandFailure(
                    .invalidInput,
                    "\(driver.label), column \(DriverField.name.rawValue): "
                        + "\"\(driver.name.excerpt(60))\" is the name in \(all[other].label), too; "
                        + "each driver has one row")
            }
        }
        (self.all, self.source, self.places) = (all, source, places)
    }

    /// The driver of a name.
    subscript(name: String) -> Driver? { places[name].map { all[$0] } }

    /// Sentences about drivers without a stop.
    ///
    /// - Parameters:
    ///   - names: The values of the field that stops are grouped by.
    ///   - field: That field.
    func notes(onNames names: Set<String>, of field: String) -> [String] {
        all.filter { !names.contains($0.name) }.map { driver in
            "\(driver.label), column \(DriverField.name.rawValue): no stop has "
                + "\"\(driver.name.excerpt(60))\" in \(field)"
        }
    }
}

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
    /// What is wrong with cells of the row, as sentences; a driver with any has no route.
    var problems: [String] = []
}

/// The drivers of a day by name.
struct Drivers: Sendable {
    /// The drivers in the order of their rows.
    let all: [Driver]
    /// The name of the file, for messages.
    let source: String
    /// What is wrong with rows that belong to no driver, as sentences.
    private let problems: [String]
    private let places: [String: Int]

    /// The most problems that are shown of rows without a name.
    private static let mostProblems = 10

    /// - Parameters:
    ///   - rows: The drivers; of two rows of one name, the first counts, and has a problem.
    ///   - problems: What is wrong with rows that belong to no driver.
    init(_ rows: [Driver], source: String, problems: [String] = []) {
        var places: [String: Int] = [:]
        var all: [Driver] = []
        for driver in rows {
            guard let other = places[driver.name] else {
                places[driver.name] = all.count
                all.append(driver)
                continue
            }
            all[other].problems.append(
                "\(driver.label), column \(DriverField.name.rawValue): "
                    + "\"\(driver.name.excerpt(60))\" is the name in \(all[other].label), too; "
                    + "each driver has one row")
        }
        (self.all, self.source, self.problems, self.places) = (all, source, problems, places)
    }

    /// The driver of a name.
    subscript(name: String) -> Driver? { places[name].map { all[$0] } }

    /// Sentences about drivers without a stop, and about rows without a driver.
    ///
    /// - Parameters:
    ///   - names: The values of the field that stops are grouped by.
    ///   - field: That field.
    func notes(onNames names: Set<String>, of field: String) -> [String] {
        let more = problems.count - Self.mostProblems
        return Array(problems.prefix(Self.mostProblems))
            + (more > 0 ? ["and \(more) more in \(source)"] : [])
            + all.filter { !names.contains($0.name) }.map { driver in
                "\(driver.label), column \(DriverField.name.rawValue): no stop has "
                    + "\"\(driver.name.excerpt(60))\" in \(field)"
            }
    }
}

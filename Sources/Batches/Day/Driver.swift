// What a day knows about one driver: places, shift, vehicle.

import Geo
import RouteAPI

/// A row of `--drivers`.
package struct Driver: Sendable {
    /// A place where a route begins or ends.
    struct Place: Hashable, Sendable {
        var coordinate: Coordinate
        var reference: SpatialReference
        var name: String
    }

    /// The driver's own vehicle settings, which replace the settings in the options.
    package struct Vehicle: Hashable, Sendable {
        /// The name or id of a travel mode.
        package var travelMode: String?
        /// Sizes in meters.
        package var height, width, length: Double?
        /// The weight in kilograms.
        package var weight: Double?

        /// Whether the driver uses the vehicle in the options.
        package var isUsual: Bool { self == Vehicle() }
    }

    /// A break in the shift.
    struct Rest: Hashable, Sendable {
        var minutes: Double
        var earliest: TimeValue?
        /// The latest time at which it begins.
        var latest: TimeValue
    }

    /// The value of the grouping field on the driver's stops, in any case.
    package let name: String
    /// The file and row, for messages.
    package let label: String
    /// Where routes begin; if `nil`, at their first stop.
    var start: Place?
    /// Where routes end; if `nil`, at their last stop.
    var end: Place?
    var shiftStart: TimeValue?
    var shiftEnd: TimeValue?
    package var vehicle = Vehicle()
    /// The greatest time from start to end, in minutes.
    package var maxTotalTime: Double?
    var rest: Rest?
    var current: Place?
    /// When the driver was at ``current``.
    var currentTime: TimeValue?
    /// Problems in the row's cells, as sentences; a driver with any gets no route.
    package var problems: [String] = []
}

/// A day's drivers by name.
package struct Drivers: Sendable {
    /// The drivers in row order.
    package let all: [Driver]
    /// The file name, for messages.
    package let source: String
    /// Problems in rows without a driver, as sentences.
    private let problems: [String]

    /// At most this many problems in rows without a name are shown.
    private static let mostProblems = 10

    /// - Parameters:
    ///   - rows: The drivers. If two rows have the same name, the first counts and gets a problem.
    ///   - problems: Problems in rows without a driver.
    init(_ rows: [Driver], source: String, problems: [String] = []) {
        var places: [RouteNameKey: Int] = [:]
        var all: [Driver] = []
        for driver in rows {
            guard let other = places[RouteNameKey(driver.name)] else {
                places[RouteNameKey(driver.name)] = all.count
                all.append(driver)
                continue
            }
            all[other].problems.append(
                "\(driver.label), column \(DriverField.name.rawValue): "
                    + "\"\(driver.name.excerpt(60))\" is the name in \(all[other].label), too; "
                    + "each driver has one row")
        }
        (self.all, self.source, self.problems) = (all, source, problems)
    }

    /// Returns notes about drivers without a stop, and about rows without a driver.
    ///
    /// - Parameters:
    ///   - names: The values of the field that groups the stops.
    ///   - field: That field's name.
    package func notes(onNames names: some Sequence<String>, of field: String) -> [String] {
        let names = Set(names.map { RouteNameKey($0) })
        let more = problems.count - Self.mostProblems
        return Array(problems.prefix(Self.mostProblems))
            + (more > 0 ? ["and \(more) more in \(source)"] : [])
            + all.filter { !names.contains(RouteNameKey($0.name)) }.map { driver in
                "\(driver.label), column \(DriverField.name.rawValue): no stop has "
                    + "\"\(driver.name.excerpt(60))\" in \(field)"
            }
    }
}

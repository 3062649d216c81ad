// Reads drivers from the rows of a file or a layer.

import Batches
import DataStructures
import Geo

/// The columns of drivers.
enum DriverField: String, CaseIterable {
    case name = "Name"
    case startX = "StartX"
    case startY = "StartY"
    case startName = "StartName"
    case endX = "EndX"
    case endY = "EndY"
    case endName = "EndName"
    case returnToStart = "ReturnToStart"
    case shiftStart = "ShiftStart"
    case shiftEnd = "ShiftEnd"
    case travelMode = "TravelMode"
    case height = "Height"
    case width = "Width"
    case length = "Length"
    case weight = "Weight"
    case maxTotalTime = "MaxTotalTime"
    case breakMinutes = "Break"
    case breakEarliest = "BreakEarliest"
    case breakLatest = "BreakLatest"
    case currentX = "CurrentX"
    case currentY = "CurrentY"
    case currentTime = "CurrentTime"
}

/// Reads the rows of `--drivers`.
///
/// A bad cell never fails the file: it becomes a problem of its driver, whose route then fails
/// alone with the file, the row and the column.
struct DriverReader {
    /// The rows, with ``DriverField`` names for their columns.
    let rows: FeatureSet
    /// The file name, for messages.
    let source: String
    /// The name column, if it is not `Name`.
    let nameColumn: String
    /// Returns the number by which a row is called, from its position.
    let number: (Int) -> Int
    /// Whether routes end where they begin unless their row says otherwise.
    let returnsToStart: Bool
    /// The order of day and month in dates that do not show it.
    let dates: DateOrder?

    /// At most this many problems go into one message.
    private static let mostProblems = 10
    /// A weight below this needs a unit, because it may be in tons.
    private static let leastKilograms = 100.0

    /// Reads the drivers. A bad cell becomes a problem of its own driver.
    ///
    /// - Throws: ``CommandFailure`` if the file has no driver or no name column.
    func drivers() throws -> Drivers {
        guard rows.fieldIndex(nameColumn) != nil else {
            let names = rows.fields.map(\.name)
            throw CommandFailure(
                .invalidInput,
                "\(source): no column \(nameColumn) with the names of drivers; "
                    + NearestName.hint(for: nameColumn, among: names)
                    + "; --driver-field \(nameColumn)=COLUMN takes another one")
        }
        let reader = TimeReader(
            order: dates ?? DateEvidence(rows).order, advice: FileOptions.advice.dates)
        var drivers: [Driver] = []
        var problems: [String] = []
        for row in rows.features.indices {
            var cells = DriverCells(
                rows, row, label: "\(source), row \(number(row))", reader, nameColumn)
            if var driver = driver(&cells) {
                driver.problems = cells.problems
                drivers.append(driver)
            } else {
                problems += cells.problems
            }
        }
        guard !drivers.isEmpty else {
            throw CommandFailure(
                .invalidInput,
                problems.isEmpty
                    ? "\(source): no row; each driver needs one"
                    : problems.prefix(Self.mostProblems).joined(separator: "\n"))
        }
        return Drivers(drivers, source: source, problems: problems)
    }

    /// Reads a row's driver. Returns `nil` for an empty row, and for a row without a name, which
    /// becomes a problem.
    private func driver(_ cells: inout DriverCells) -> Driver? {
        guard !cells.isEmpty else { return nil }
        guard let name = cells.text(.name) else {
            cells.note(.name, "is empty; write the driver's name as the stops have it")
            return nil
        }
        var driver = Driver(name: name, label: cells.label)
        driver.start = cells.place(.startX, .startY, named: cells.text(.startName) ?? "Depot")
        if driver.start == nil {
            driver.start = cells.shape(named: cells.text(.startName) ?? "Depot")
        }
        driver.end = cells.place(.endX, .endY, named: cells.text(.endName) ?? "Depot")
        let returns = cells.truth(.returnToStart)
        if driver.end == nil, returns ?? returnsToStart {
            if driver.start == nil, returns == true {
                cells.note(.returnToStart, "is set, and the row has no start place")
            }
            driver.end = driver.start
            if let name = cells.text(.endName) { driver.end?.name = name }
        } else if driver.end != nil, returns == true,
            driver.end?.coordinate
                != driver.start?.coordinate
        {
            cells.note(
                .returnToStart, "is set, and EndX and EndY name another place; leave one out")
        }
        driver.shiftStart = cells.time(.shiftStart)
        driver.shiftEnd = cells.time(.shiftEnd)
        driver.vehicle = vehicle(&cells)
        driver.maxTotalTime = cells.minutes(.maxTotalTime)
        driver.rest = rest(&cells)
        driver.current = cells.place(.currentX, .currentY, named: "Current place")
        driver.currentTime = cells.time(.currentTime)
        return driver
    }

    private func vehicle(_ cells: inout DriverCells) -> Driver.Vehicle {
        var vehicle = Driver.Vehicle()
        vehicle.travelMode = cells.text(.travelMode)
        vehicle.height = cells.size(.height, VehicleOptions.lengths)
        vehicle.width = cells.size(.width, VehicleOptions.lengths)
        vehicle.length = cells.size(.length, VehicleOptions.lengths)
        vehicle.weight = cells.size(
            .weight, VehicleOptions.weights, least: Self.leastKilograms)
        return vehicle
    }
}

extension DriverReader {
    private func rest(_ cells: inout DriverCells) -> Driver.Rest? {
        let (earliest, latest) = (cells.time(.breakEarliest), cells.time(.breakLatest))
        guard let minutes = cells.minutes(.breakMinutes) else {
            if earliest != nil { cells.note(.breakEarliest, "is set, and Break is not") }
            if latest != nil { cells.note(.breakLatest, "is set, and Break is not") }
            return nil
        }
        guard let latest else {
            cells.note(.breakLatest, "is empty, and Break is not; write when it must begin")
            return nil
        }
        return Driver.Rest(minutes: minutes, earliest: earliest, latest: latest)
    }
}

/// One driver's cells and their problems.
private struct DriverCells {
    let label: String
    private(set) var problems: [String] = []
    private let rows: FeatureSet
    private let feature: Feature
    private let reader: TimeReader
    private let nameColumn: String

    init(
        _ rows: FeatureSet, _ row: Int, label: String, _ reader: TimeReader, _ nameColumn: String
    ) {
        (self.rows, self.label, self.reader, self.nameColumn) = (rows, label, reader, nameColumn)
        feature = rows.features[row]
    }

    var isEmpty: Bool {
        feature.geometry == nil && feature.values.allSatisfy { cellText($0) == nil }
    }

    /// Adds a sentence about a cell.
    mutating func note(_ field: DriverField, _ text: String) {
        let column = field == .name ? nameColumn : field.rawValue
        problems.append("\(label), column \(column): \(text)")
    }

    private func value(_ field: DriverField) -> AttributeValue {
        rows.value(field == .name ? nameColumn : field.rawValue, of: feature) ?? .null
    }

    /// The text in a cell, with numbers in their shortest form; `nil` for an empty cell.
    func text(_ field: DriverField) -> String? { cellText(value(field)) }

    mutating func number(_ field: DriverField) -> Double? {
        switch value(field) {
        case .integer(let number): return Double(number)
        case .double(let number) where number.isFinite: return number
        default:
            guard let text = text(field) else { return nil }
            if let number = WrittenNumber(text)?.value(.point) { return number }
            note(field, "\"\(text.excerpt(40))\" is not a number")
            return nil
        }
    }

    mutating func minutes(_ field: DriverField) -> Double? {
        guard let number = number(field) else { return nil }
        if number > 0, number <= 100_000 { return number }
        note(field, "\(JSONValue.number(number).text) is not a number of minutes above 0")
        return nil
    }

    mutating func truth(_ field: DriverField) -> Bool? {
        guard let text = text(field)?.lowercased() else { return nil }
        switch text {
        case "1", "true", "yes", "y", "x": return true
        case "0", "false", "no", "n": return false
        default:
            note(field, "\"\(text.excerpt(40))\" is neither yes nor no")
            return nil
        }
    }

    mutating func time(_ field: DriverField) -> TimeValue? {
        do throws(FeatureReadError) {
            let time = try reader.time(value(field), of: field.rawValue)
            // Spreadsheets write midnight as 0.
            return time == .milliseconds(0) ? .written(.timeOfDay(0)) : time
        } catch {
            problems.append("\(label): \(error.reason)")
            return nil
        }
    }

    /// Reads a place from two cells in longitude and latitude.
    mutating func place(
        _ x: DriverField, _ y: DriverField, named name: String
    ) -> Driver.Place? {
        let count = problems.count
        let (east, north) = (number(x), number(y))
        guard problems.count == count else { return nil }
        guard let east, let north else {
            if east != nil { note(y, "is empty, and \(x.rawValue) is not") }
            if north != nil { note(x, "is empty, and \(y.rawValue) is not") }
            return nil
        }
        guard abs(east) <= 180, abs(north) <= 90 else {
            note(
                abs(north) > 90 ? y : x,
                "\(JSONValue.number(abs(north) > 90 ? north : east).text) is not a "
                    + (abs(north) > 90 ? "latitude" : "longitude") + " in degrees")
            return nil
        }
        return Driver.Place(
            coordinate: Coordinate(x: east, y: north), reference: .wgs84, name: name)
    }

    /// The place of the row's point, if it has one.
    mutating func shape(named name: String) -> Driver.Place? {
        guard case .point(let place)? = feature.geometry else { return nil }
        return Driver.Place(
            coordinate: place, reference: feature.spatialReference ?? rows.spatialReference,
            name: name)
    }

    /// Reads a size in meters or kilograms.
    ///
    /// - Parameter least: Without a unit, smaller sizes are refused.
    mutating func size(
        _ field: DriverField, _ units: KeyValuePairs<String, Double>, least: Double = 0
    ) -> Double? {
        guard let text = text(field) else { return nil }
        if let size = VehicleOptions.size(of: text, units) { return size }
        let names = units.map(\.key).joined(separator: ", ")
        guard let number = WrittenNumber(text)?.value(.point), number > 0 else {
            note(
                field,
                "\"\(text.excerpt(40))\" is not a size; write a number above 0, with one of the "
                    + "units \(names) where it is not in \(field == .weight ? "kg" : "m")")
            return nil
        }
        guard number >= least else {
            note(
                field,
                "\"\(text.excerpt(40))\" has no unit, and would be kilograms; write \(text) t or "
                    + "\(text) kg")
            return nil
        }
        return number
    }
}

/// Returns a cell's text without blanks round it, or `nil` for an empty cell.
private func cellText(_ value: AttributeValue) -> String? {
    let text = BatchKey(value).name.trimmingBlanks
    return text.isEmpty ? nil : text
}

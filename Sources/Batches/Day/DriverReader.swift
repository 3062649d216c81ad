// Reads drivers from the rows of a file or a layer.

import DataStructures
package import Geo

/// Reads the rows of `--drivers`.
///
/// A bad cell never fails the file: it becomes a problem of its driver, whose route then fails
/// alone with the file, the row and the column.
package struct DriverReader {
    /// The rows, with ``DriverField`` names for their columns.
    let rows: FeatureSet
    /// The file name, for messages.
    let source: String
    /// Returns the number by which a row is called, from its position.
    let number: (Int) -> Int
    /// Whether routes end where they begin unless their row says otherwise.
    let returnsToStart: Bool
    /// The order of day and month in dates that do not show it.
    let dates: DateOrder?
    /// How the user could tell the order, for messages.
    let advice: String?

    /// At most this many problems go into one message.
    private static let mostProblems = 10
    /// A weight below this needs a unit, because it may be in tons.
    private static let leastKilograms = 100.0

    package init(
        rows: FeatureSet, source: String, number: @escaping (Int) -> Int, returnsToStart: Bool,
        dates: DateOrder? = nil, advice: String? = nil
    ) {
        self.rows = rows
        self.source = source
        self.number = number
        self.returnsToStart = returnsToStart
        self.dates = dates
        self.advice = advice
    }

    /// Reads the drivers. A bad cell becomes a problem of its own driver.
    ///
    /// - Throws: ``BatchError`` if the file has no driver or no name column.
    package func drivers() throws(BatchError) -> Drivers {
        let nameColumn = DriverField.name.rawValue
        guard rows.fieldIndex(nameColumn) != nil else {
            let names = rows.fields.map(\.name)
            throw BatchError(
                "\(source): no column \(nameColumn) with the names of drivers; "
                    + NearestName.hint(for: nameColumn, among: names)
                    + "; --driver-field \(nameColumn)=COLUMN takes another one")
        }
        let reader = TimeReader(
            order: dates ?? DateEvidence(rows).order, advice: advice)
        var drivers: [Driver] = []
        var problems: [String] = []
        for row in rows.features.indices {
            var cells = DriverCells(
                rows, row, label: "\(source), row \(number(row))", reader)
            if var driver = driver(&cells) {
                driver.problems = cells.problems
                drivers.append(driver)
            } else {
                problems += cells.problems
            }
        }
        guard !drivers.isEmpty else {
            throw BatchError(
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
        vehicle.height = cells.size(.height, SizeUnits.lengths)
        vehicle.width = cells.size(.width, SizeUnits.lengths)
        vehicle.length = cells.size(.length, SizeUnits.lengths)
        vehicle.weight = cells.size(
            .weight, SizeUnits.weights, least: Self.leastKilograms)
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

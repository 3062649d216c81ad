// The cells of one driver's row, read with a sentence about each bad one.

import Geo

/// One driver's cells and their problems.
struct DriverCells {
    let label: String
    private(set) var problems: [String] = []
    private let rows: FeatureSet
    private let feature: Feature
    private let reader: TimeReader

    init(_ rows: FeatureSet, _ row: Int, label: String, _ reader: TimeReader) {
        (self.rows, self.label, self.reader) = (rows, label, reader)
        feature = rows.features[row]
    }

    var isEmpty: Bool {
        feature.geometry == nil && feature.values.allSatisfy { cellText($0) == nil }
    }

    /// Adds a sentence about a cell.
    mutating func note(_ field: DriverField, _ text: String) {
        problems.append("\(label), column \(field.rawValue): \(text)")
    }

    private func value(_ field: DriverField) -> AttributeValue {
        rows.value(field.rawValue, of: feature) ?? .null
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
        _ field: DriverField, _ units: SizeUnits, least: Double = 0
    ) -> Double? {
        guard let text = text(field) else { return nil }
        if let size = units.value(of: text) { return size }
        guard let number = WrittenNumber(text)?.value(.point), number > 0 else {
            note(
                field,
                "\"\(text.excerpt(40))\" is not a size; write a number above 0, with one of the "
                    + "units \(units.names) where it is not in \(field == .weight ? "kg" : "m")")
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

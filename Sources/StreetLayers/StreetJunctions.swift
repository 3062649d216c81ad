// Numbers the places where lines have vertices.

import Foundation
import Geo

/// The places of all vertices, each once: lines that have one in common meet there.
struct StreetJunctions {
    /// A place in ten-millionths of a degree, about a centimeter, on a level.
    struct Place: Hashable {
        var longitude: Int
        var latitude: Int
        /// 0 on the ground.
        var level = 0
    }

    private struct Cell: Hashable {
        var column: Int
        var row: Int
        var level: Int
    }

    /// Units in a degree.
    private static let units = 1e7
    /// Meters in a degree of latitude, on a sphere of OpenStreetMap's usual radius.
    private static let metersInDegree = 111_195.0
    /// Places are a centimeter apart: a smaller distance joins none.
    private static let leastSnapMeters = 0.01

    /// The places by number.
    private(set) var places: [Place] = []
    private var numbers: [Place: Int] = [:]
    /// Line ends within this distance are one place.
    private let snapMeters: Double
    private var ends: [Cell: [Int]] = [:]

    init(snapMeters: Double) {
        self.snapMeters = snapMeters < Self.leastSnapMeters ? 0 : snapMeters
    }

    /// Returns the number of a vertex's place. An end joins the nearest end within the snapping
    /// distance, if no vertex lies exactly there.
    ///
    /// - Complexity: O(1).
    mutating func node(at coordinate: Coordinate, level: Int, isEnd: Bool) -> Int {
        let place = Place(
            longitude: Int((coordinate.x * Self.units).rounded()),
            latitude: Int((coordinate.y * Self.units).rounded()), level: level)
        if let number = numbers[place] {
            if isEnd, snapMeters > 0 { remember(number, place) }
            return number
        }
        if isEnd, snapMeters > 0, let near = nearestEnd(place) { return near }
        let number = places.count
        places.append(place)
        numbers[place] = number
        if isEnd, snapMeters > 0 { remember(number, place) }
        return number
    }

    /// The row of cells that a place lies in, and its column there: cells are as wide and high as
    /// the snapping distance.
    private func cell(_ place: Place, rowStep: Int = 0) -> Cell {
        let height = snapMeters / Self.metersInDegree * Self.units
        let row = Int((Double(place.latitude) / height).rounded(.down)) + rowStep
        let middle = (Double(row) + 0.5) * height / Self.units
        let width = height / max(0.01, cos(middle * .pi / 180))
        let column = Int((Double(place.longitude) / width).rounded(.down))
        return Cell(column: column, row: row, level: place.level)
    }

    private mutating func remember(_ number: Int, _ place: Place) {
        let cell = cell(place)
        if ends[cell]?.contains(number) != true { ends[cell, default: []].append(number) }
    }

    private func nearestEnd(_ place: Place) -> Int? {
        var best: (number: Int, meters: Double)?
        for rowStep in -1...1 {
            let middle = cell(place, rowStep: rowStep)
            for column in middle.column - 1...middle.column + 1 {
                let cell = Cell(column: column, row: middle.row, level: place.level)
                for number in ends[cell] ?? [] {
                    let meters = distance(places[number], place)
                    guard meters <= snapMeters else { continue }
                    if let best, (best.meters, best.number) <= (meters, number) { continue }
                    best = (number, meters)
                }
            }
        }
        return best?.number
    }

    private func distance(_ first: Place, _ second: Place) -> Double {
        let north = Double(first.latitude - second.latitude)
        let latitude = Double(first.latitude) / Self.units
        let east = Double(first.longitude - second.longitude) * cos(latitude * .pi / 180)
        return (north * north + east * east).squareRoot() / Self.units * Self.metersInDegree
    }
}

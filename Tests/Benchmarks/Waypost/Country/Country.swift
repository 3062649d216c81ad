// Start here: a made-up country. Towns stand on a loose grid; rural roads join neighbors, and
// motorways run between every few columns and rows.
//
//      town ──rural── town ──rural──║── town          ║ ═  motorways, two carriageways each
//        │              │           ║     │           interchanges where a rural road crosses,
//      town ─────────  town ────────║── town          ramps where two motorways cross
//        │              │           ║     │
//      ═════════════════════════════╬══════════

import DataStructures
import Foundation
import RouteTesting

/// Draws a country.
struct Country {
    /// The distance between towns.
    static let cellMeters = 16_000.0
    /// The number of columns or rows between motorways.
    static let motorwayEvery = 3

    private let seed: UInt64
    private let sizes: [Int]
    private let columns: Int

    /// Plans a country with about `junctions` junctions.
    ///
    /// Towns have from 8 x 8 to 112 x 112 streets, few of them large, and no town has more than a
    /// third of the country.
    init(junctions: Int, seed: UInt64) {
        self.seed = seed
        var generator = SeededGenerator(seed)
        var sizes: [Int] = []
        var left = junctions
        let largest = max(4, Int((Double(junctions) / 3 / Town.junctionsPerCrossing).squareRoot()))
        while left > 0 {
            let share = Double.random(in: 0..<1, using: &generator)
            let size = min(largest, Int(8 * pow(14, share * share)))
            sizes.append(size)
            left -= Int(Town.junctionsPerCrossing * Double(size * size)) + 60
        }
        self.sizes = sizes
        columns = max(1, Int(Double(sizes.count).squareRoot().rounded(.up)))
    }

    private var rows: Int { (sizes.count + columns - 1) / columns }

    /// Lays everything out. The same plan gives the same map.
    ///
    /// - Parameter progress: Called with the towns drawn so far and their total.
    func map(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) -> CountryMap {
        var generator = SeededGenerator(seed &+ 1)
        var map = CountryMap()
        var gates: [Town.Gates] = []
        for (index, size) in sizes.enumerated() {
            let jitter = Double.random(in: -400...400, using: &generator)
            let center = Spot(
                x: (Double(index % columns) + 0.5) * Self.cellMeters + jitter,
                y: (Double(index / columns) + 0.5) * Self.cellMeters - jitter)
            gates.append(Town(center: center, size: size).draw(on: &map, &generator))
            progress(index + 1, sizes.count)
        }
        let crossings = drawRuralRoads(gates, on: &map, &generator)
        drawMotorways(crossings, on: &map)
        map.finish()
        return map
    }

    /// Joins every town to the next ones east and north.
    ///
    /// - Returns: The crossings of rural roads under each motorway.
    private func drawRuralRoads(
        _ gates: [Town.Gates], on map: inout CountryMap, _ generator: inout SeededGenerator
    ) -> Interchanges {
        var interchanges = Interchanges()
        for (index, town) in gates.enumerated() {
            let (column, row) = (index % columns, index / columns)
            let isGreat = sizes[index] > 40
            let road = RuralRoad(kind: isGreat ? .primary : .secondary, reference: index)
            if column + 1 < columns, index + 1 < gates.count {
                let crossing = hasMotorway(after: column, of: columns)
                let ramps = road.draw(
                    from: town.east, to: gates[index + 1].west, crosses: crossing, on: &map,
                    &generator)
                if let ramps { interchanges.vertical[column, default: []].append(ramps) }
            }
            if index + columns < gates.count {
                let crossing = hasMotorway(after: row, of: rows)
                let ramps = road.draw(
                    from: town.north, to: gates[index + columns].south, crosses: crossing,
                    on: &map, &generator)
                if let ramps { interchanges.horizontal[row, default: []].append(ramps) }
            }
        }
        return interchanges
    }

    private func drawMotorways(_ interchanges: Interchanges, on map: inout CountryMap) {
        let width = Double(columns) * Self.cellMeters
        let height = Double(rows) * Self.cellMeters
        var (vertical, horizontal): ([Motorway], [Motorway]) = ([], [])
        for column in 0..<columns where hasMotorway(after: column, of: columns) {
            let x = Double(column + 1) * Self.cellMeters
            vertical.append(
                Motorway(
                    number: column + 1, from: Spot(x: x, y: 0), to: Spot(x: x, y: height),
                    interchanges: interchanges.vertical[column] ?? []))
        }
        for row in 0..<rows where hasMotorway(after: row, of: rows) {
            let y = Double(row + 1) * Self.cellMeters
            horizontal.append(
                Motorway(
                    number: 500 + row, from: Spot(x: 0, y: y), to: Spot(x: width, y: y),
                    interchanges: interchanges.horizontal[row] ?? []))
        }
        let crossings = vertical.flatMap { road in
            horizontal.map { Spot(x: road.from.x, y: $0.from.y) }
        }
        let drawnUp = vertical.map { $0.draw(crossings: crossings, on: &map) }
        let drawnAcross = horizontal.map { $0.draw(crossings: crossings, on: &map) }
        for up in drawnUp {
            for across in drawnAcross { Motorway.join(up, across, on: &map) }
        }
    }

    private func hasMotorway(after line: Int, of lines: Int) -> Bool {
        line + 1 < lines && line % Self.motorwayEvery == Self.motorwayEvery / 2
    }
}

/// The nodes of rural roads on both sides of each motorway they pass under, by column and row.
private struct Interchanges {
    var vertical: [Int: [RuralRoad.Ramps]] = [:]
    var horizontal: [Int: [RuralRoad.Ramps]] = [:]
}

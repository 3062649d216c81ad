// One town: a grid of streets with arterials, a ring street, one-ways, lights, dead ends and turn
// restrictions.

import DataStructures
import Foundation
import RouteTesting

/// A square town, turned a little.
struct Town {
    /// Junctions for each crossing of the grid, including dead ends and the ring; measured.
    static let junctionsPerCrossing = 1.3
    /// The distance between arterials in streets.
    private static let arterialEvery = 5
    private static let blockMeters = 105.0

    let center: Spot
    /// The number of streets in each direction.
    let size: Int

    /// The places where roads leave town.
    struct Gates {
        var north: Gate
        var east: Gate
        var south: Gate
        var west: Gate
    }

    /// A node on the ring street, and its place.
    struct Gate {
        var node: UInt32
        var spot: Spot
    }

    /// Draws the town and returns its gates.
    func draw(on map: inout CountryMap, _ generator: inout SeededGenerator) -> Gates {
        let turn = Double.random(in: -0.2...0.2, using: &generator)
        var grid = TownGrid(town: self, sine: sin(turn), cosine: cos(turn))
        grid.place(on: &map, &generator)
        for line in 0..<size {
            grid.drawStreet(line, isRow: true, on: &map, &generator)
            grid.drawStreet(line, isRow: false, on: &map, &generator)
        }
        grid.signTurns(on: &map, &generator)
        return grid.drawRing(on: &map)
    }

    /// Whether a grid street is an arterial.
    static func isArterial(_ line: Int) -> Bool { line % arterialEvery == arterialEvery / 2 }

    /// A crossing's place before random shifts.
    func spot(row: Double, column: Double, sine: Double, cosine: Double) -> Spot {
        let middle = Double(size - 1) / 2
        let offset = Spot(
            x: (column - middle) * Self.blockMeters, y: (row - middle) * Self.blockMeters)
        return center + offset.turned(sine: sine, cosine: cosine)
    }
}

/// The grid during drawing.
private struct TownGrid {
    let town: Town
    let sine: Double
    let cosine: Double
    private var crossings: [UInt32] = []
    private var spots: [Spot] = []
    /// Ways that begin or end where two arterials cross: way, first and last node.
    private var arterialWays: [(way: Int, first: UInt32, last: UInt32, isRow: Bool)] = []

    init(town: Town, sine: Double, cosine: Double) {
        self.town = town
        self.sine = sine
        self.cosine = cosine
    }

    mutating func place(on map: inout CountryMap, _ generator: inout SeededGenerator) {
        for row in 0..<town.size {
            for column in 0..<town.size {
                let jitter = Spot(
                    x: Double.random(in: -18...18, using: &generator),
                    y: Double.random(in: -18...18, using: &generator))
                let spot =
                    town.spot(
                        row: Double(row), column: Double(column), sine: sine, cosine: cosine)
                    + jitter
                spots.append(spot)
                crossings.append(map.addNode(spot))
                if Town.isArterial(row), Town.isArterial(column) {
                    if generator.chance(0.7) { map.addSignals(crossings[crossings.count - 1]) }
                }
            }
        }
    }

    private func index(_ line: Int, _ place: Int, isRow: Bool) -> Int {
        isRow ? line * town.size + place : place * town.size + line
    }

    /// Draws one street through the grid as ways between arterials, with gaps where blocks have
    /// merged.
    mutating func drawStreet(
        _ line: Int, isRow: Bool, on map: inout CountryMap, _ generator: inout SeededGenerator
    ) {
        let isArterial = Town.isArterial(line)
        var tags = RoadTags(kind: isArterial ? .tertiary : .residential)
        tags.name = Int.random(in: 0..<512, using: &generator)
        tags.speedLimit = isArterial ? 50 : generator.chance(0.4) ? 30 : nil
        tags.isOneWay = !isArterial && generator.chance(0.3)
        let isReversed = line % 2 == 0
        var nodes: [UInt32] = []
        func cut(_ grid: inout TownGrid, _ map: inout CountryMap) {
            guard let first = nodes.first, let last = nodes.last else { return }
            let way = map.addWay(
                tags.isOneWay && isReversed ? nodes.reversed() : nodes, tags)
            if let way, isArterial { grid.arterialWays.append((way, first, last, isRow)) }
            nodes = []
        }
        for place in 0..<town.size {
            let here = index(line, place, isRow: isRow)
            nodes.append(crossings[here])
            if Town.isArterial(place), nodes.count > 1 {
                cut(&self, &map)
                nodes.append(crossings[here])
            }
            guard place + 1 < town.size else { break }
            if !isArterial, generator.chance(0.08) {
                cut(&self, &map)
                continue
            }
            if generator.chance(0.25) {
                let next = index(line, place + 1, isRow: isRow)
                nodes.append(bend(here, next, on: &map, &generator))
            }
        }
        cut(&self, &map)
    }

    /// Adds a node between two crossings, sometimes with a dead end.
    private func bend(
        _ here: Int, _ next: Int, on map: inout CountryMap, _ generator: inout SeededGenerator
    ) -> UInt32 {
        let step = spots[next] - spots[here]
        let side = step.left * Double.random(in: -0.06...0.06, using: &generator)
        let middle = spots[here] + step * 0.5 + side
        let node = map.addNode(middle)
        if generator.chance(0.4) {
            let depth = Double.random(in: 0.25...0.4, using: &generator)
            let end = map.addNode(
                middle + step.left * (generator.chance(0.5) ? depth : -depth))
            map.addWay([node, end], RoadTags(kind: .residential))
        }
        return node
    }

    /// Forbids turns where two arterials cross.
    func signTurns(on map: inout CountryMap, _ generator: inout SeededGenerator) {
        var touching: [UInt32: [Int]] = [:]
        for (position, way) in arterialWays.enumerated() {
            touching[way.first, default: []].append(position)
            touching[way.last, default: []].append(position)
        }
        for (node, positions) in touching.sorted(by: { $0.key < $1.key })
        where positions.count == 4 {
            for from in positions where generator.chance(0.25) {
                let isStraight = generator.chance(0.3)
                let onward = positions.filter {
                    $0 != from
                        && (arterialWays[$0].isRow == arterialWays[from].isRow) == isStraight
                }
                guard let to = onward.randomElement(using: &generator) else { continue }
                let kind: TurnSign.Kind =
                    isStraight
                    ? .onlyStraightOn
                    : isLeft(from, to, at: node, on: map)
                        ? .noLeftTurn : .noRightTurn
                map.addTurnSign(
                    TurnSign(
                        kind: kind, from: arterialWays[from].way, via: node,
                        to: arterialWays[to].way))
            }
        }
    }

    /// Whether turning from one arterial into another at a node leads left.
    private func isLeft(_ from: Int, _ to: Int, at node: UInt32, on map: CountryMap) -> Bool {
        func step(_ way: Int) -> (x: Int, y: Int) {
            let ends = arterialWays[way]
            let far = Int(ends.first == node ? ends.last : ends.first)
            return (
                Int(map.longitudeE7[far] - map.longitudeE7[Int(node)]),
                Int(map.latitudeE7[far] - map.latitudeE7[Int(node)])
            )
        }
        let (came, goes) = (step(from), step(to))
        // The way in points back, so left of the drive is right of it.
        return came.x * goes.y - came.y * goes.x < 0
    }

    /// Draws the ring round the grid, joined to the arterials' ends.
    func drawRing(on map: inout CountryMap) -> Town.Gates {
        let last = town.size - 1
        let (low, high) = (-1.3, Double(last) + 1.3)
        let arterials = (0..<town.size).filter { Town.isArterial($0) }
        var ring: [UInt32] = []
        func add(_ row: Double, _ column: Double, joining crossing: Int?) -> Town.Gate {
            let spot = town.spot(row: row, column: column, sine: sine, cosine: cosine)
            let node = map.addNode(spot)
            ring.append(node)
            if let crossing {
                map.addWay([crossings[crossing], node], RoadTags(kind: .tertiary, speedLimit: 50))
            }
            return Town.Gate(node: node, spot: spot)
        }
        /// One side: its corner, then the arterials' ends, the middle one as the gate.
        func side(
            _ lines: [Int], _ corner: (Double, Double), _ place: (Int) -> (Double, Double, Int)
        ) -> Town.Gate {
            var gate = add(corner.0, corner.1, joining: nil)
            for (position, line) in lines.enumerated() {
                let (row, column, crossing) = place(line)
                let added = add(row, column, joining: crossing)
                if position == lines.count / 2 { gate = added }
            }
            return gate
        }
        let size = town.size
        let south = side(arterials, (low, low)) { (low, Double($0), $0) }
        let east = side(arterials, (low, high)) { (Double($0), high, $0 * size + last) }
        let north = side(arterials.reversed(), (high, high)) {
            (high, Double($0), last * size + $0)
        }
        let west = side(arterials.reversed(), (high, low)) { (Double($0), low, $0 * size) }
        ring.append(ring[0])
        for start in stride(from: 0, to: ring.count - 1, by: 6) {
            let piece = Array(ring[start...min(start + 6, ring.count - 1)])
            map.addWay(piece, RoadTags(kind: .secondary, name: 511, speedLimit: 70))
        }
        return Town.Gates(north: north, east: east, south: south, west: west)
    }
}

// Encodes what feeds have stated. In a log, this replaces many feeds of changes.

import DataStructures
import Geo
package import RoadNetwork
import RoutingEngine

extension FeedState {
    /// The versions without events and with them. Rows without events are written in the first, so
    /// servers of before can read them.
    private static let version: (plain: UInt8, events: UInt8) = (1, 2)
    /// The fewest bytes a row takes: feed, time, number, place, effect and times.
    private static let leastRowBytes = 8

    /// Encodes the rows in force without their edges. Another process places them again.
    ///
    /// - Complexity: O(*n*) for *n* rows.
    package func encoded() -> [UInt8] {
        var writer = RecordWriter()
        let hasEvents = rows.contains { $0.row.row.event != nil || $0.row.row.effect == .event }
        writer.byte(hasEvents ? Self.version.events : Self.version.plain)
        writer.count(feedCount)
        writer.count(compactCount)
        writer.count(rows.count)
        for stated in rows {
            writer.count(stated.feed)
            writer.signed(stated.time)
            writer.add(stated.row.row)
            guard hasEvents else { continue }
            writer.byte(stated.row.row.event == nil ? 0 : 1)
            stated.row.row.event?.write(to: &writer)
        }
        return writer.bytes
    }

    /// Reads rows written by ``encoded()`` and places them on a network.
    ///
    /// - Parameter deadline: When the work must be done.
    /// - Throws: ``FeedError`` if the bytes are damaged or placing takes too long.
    package init(
        encoded bytes: [UInt8], on network: NetworkDataset, limits: FeedLimits,
        until deadline: ContinuousClock.Instant?
    ) throws(FeedError) {
        var unplaced = FeedState(network: network)
        do throws(RecordDamage) {
            try unplaced.read(bytes[...], limits)
        } catch {
            throw FeedError("the stored rows are damaged")
        }
        let compactCount = unplaced.compactCount
        self = try unplaced.placed(on: network, until: deadline)
        self.compactCount = compactCount
    }

    private mutating func read(
        _ bytes: ArraySlice<UInt8>, _ limits: FeedLimits
    ) throws(RecordDamage) {
        var reader = RecordReader(bytes)
        let version = try reader.byte()
        let hasEvents = version == Self.version.events
        guard hasEvents || version == Self.version.plain else { throw reader.damage }
        feedCount = try reader.number(in: 0...Int.max / 2)
        compactCount = try reader.number(in: 0...limits.maximumRows)
        let count = try reader.count(ofAtLeast: Self.leastRowBytes)
        guard count <= limits.maximumRows else { throw reader.damage }
        rows.reserveCapacity(count)
        var last = 0
        for _ in 0..<count {
            // Feed numbers ascend, because rows of one feed stand together.
            let feed = try reader.number(in: last...feedCount)
            let time = try reader.instant()
            var row = try reader.feedRow(limits)
            if hasEvents, try reader.number(in: 0...1) == 1 {
                row.event = try TrafficEvent(from: &reader)
            }
            guard row.effect != .event || row.event != nil else { throw reader.damage }
            rows.append(
                Stated(row: PlacedRow(row: row, pieces: 0..<0), feed: feed, time: time))
            last = feed
        }
        try reader.end()
    }
}

extension RecordWriter {
    fileprivate mutating func add(_ row: FeedRow) {
        count(max(0, row.number))
        switch row.place {
        case .way(let id, let direction, let pair):
            byte(pair == nil ? 0 : 1)
            signed(id)
            byte(direction.map { $0.rawValue + 1 } ?? 0)
            if let pair { add(pair) }
        case .nodes(let pair):
            byte(2)
            add(pair)
        case .lines(let lines, let direction):
            byte(3)
            byte(direction.rawValue)
            count(lines.count)
            for line in lines {
                count(line.count)
                for coordinate in line { add(coordinate) }
            }
        case .point(let coordinate, let direction):
            byte(4)
            byte(direction.rawValue)
            add(coordinate)
        }
        switch row.effect {
        case .cleared: byte(0)
        case .closed: byte(1)
        case .speed(let speed):
            byte(2)
            double(speed)
        case .event: byte(3)
        }
        for time in [row.from, row.until] {
            byte(time == nil ? 0 : 1)
            if let time { signed(time) }
        }
    }

    private mutating func add(_ pair: NodePair) {
        signed(pair.from)
        signed(pair.to)
    }

    private mutating func add(_ coordinate: Coordinate) {
        double(coordinate.x)
        double(coordinate.y)
    }
}

extension RecordReader {
    fileprivate mutating func feedRow(_ limits: FeedLimits) throws(RecordDamage) -> FeedRow {
        let number = try number(in: 0...Int.max)
        let place: FeedRow.Place
        switch try byte() {
        case 0: place = .way(try signed(), try wayDirection(), nil)
        case 1:
            let (id, direction) = (try signed(), try wayDirection())
            place = .way(id, direction, try pair())
        case 2: place = .nodes(try pair())
        case 3:
            let direction = try direction()
            let count = try count()
            var lines: [[Coordinate]] = []
            for _ in 0..<count { lines.append(try line()) }
            place = .lines(lines, direction)
        case 4:
            let direction = try direction()
            place = .point(try coordinate(), direction)
        default: throw damage
        }
        let effect: FeedRow.Effect
        switch try byte() {
        case 0: effect = .cleared
        case 1: effect = .closed
        case 2:
            effect = .speed(try double(in: FeedRules.slowest...FeedRules.fastest))
        case 3: effect = .event
        default: throw damage
        }
        return FeedRow(
            number: number, place: place, effect: effect, from: try time(), until: try time())
    }

    private mutating func line() throws(RecordDamage) -> [Coordinate] {
        let count = try count(ofAtLeast: 16)
        var line: [Coordinate] = []
        line.reserveCapacity(count)
        for _ in 0..<count { line.append(try coordinate()) }
        return line
    }

    private mutating func direction() throws(RecordDamage) -> FeedDirection {
        guard let direction = FeedDirection(rawValue: try byte()) else { throw damage }
        return direction
    }

    private mutating func wayDirection() throws(RecordDamage) -> FeedDirection? {
        let code = try byte()
        guard code > 0 else { return nil }
        guard let direction = FeedDirection(rawValue: code - 1) else { throw damage }
        return direction
    }

    private mutating func pair() throws(RecordDamage) -> NodePair {
        NodePair(from: try signed(), to: try signed())
    }

    private mutating func coordinate() throws(RecordDamage) -> Coordinate {
        Coordinate(x: try double(in: -180...180), y: try double(in: -90...90))
    }

    private mutating func time() throws(RecordDamage) -> Int64? {
        try number(in: 0...1) == 1 ? try instant() : nil
    }
}

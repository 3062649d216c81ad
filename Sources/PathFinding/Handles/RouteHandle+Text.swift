// Route handles as text. Text from callers is read like hostile input: every number is checked, and
// memory is bounded by the text's length.

import DataStructures
import Geo
import Preparation
package import RoadNetwork
import RouteAPI

/// Why a text cannot be used as a handle.
package enum RouteHandleError: Error, Hashable, Sendable {
    /// The text is longer than ``RouteHandle/maximumLength``.
    case tooLong(Int)
    /// The text is not base64url.
    case notBase64URL
    /// This server does not read the handle's version.
    case version(Int)
    /// The checksum does not match: the text was cut off or changed.
    case checksum
    /// A value is out of range.
    case damaged

    /// The error as the end of a sentence that begins with the parameter.
    package var explanation: String {
        let remedy = "; send the text of a RouteHandle as it was returned"
        return switch self {
        case .tooLong(let length):
            "has \(length) characters; at most \(RouteHandle.maximumLength) are read" + remedy
        case .notBase64URL: "is not base64url" + remedy
        case .version(let version):
            "has version \(version); this service reads version \(RouteHandle.version)" + remedy
        case .checksum: "does not match its checksum: it was cut off or changed" + remedy
        case .damaged: "has values that no route has" + remedy
        }
    }
}

extension RouteHandle {
    /// The version written into the text.
    static let version = 1
    /// Coordinate units in a line: a millionth of a degree, at most 11 cm.
    private static let unitsPerDegree = 1e6
    private static let checksumBytes = 8
    private static let longestName = 4_096
    private static let longestValue = 1 << 16

    /// Writes the handle as text; returns `nil` if that would exceed ``maximumLength``.
    ///
    /// - Parameter network: The network the edge numbers refer to.
    /// - Complexity: O(*n*) for *n* line vertices.
    package func text(on network: NetworkDataset) -> String? {
        var writer = RecordWriter()
        writer.byte(UInt8(Self.version))
        writer.text(fingerprint)
        writer.text(name)
        writer.count(settings.count)
        for setting in settings {
            writer.text(setting.name)
            writer.text(setting.value)
        }
        writer.count(stops.count)
        for stop in stops { Self.write(stop, &writer) }
        for leg in legs { Self.write(leg, network, &writer) }
        writer.word(Self.checksum(writer.bytes[...]))
        // Base64 takes four letters for three bytes.
        guard writer.bytes.count <= Self.maximumLength / 4 * 3 else { return nil }
        return Base64URL.text(of: writer.bytes)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { DatasetChecksum.of($0) }
    }

    /// Reads a handle from its text.
    ///
    /// - Parameter network: The network to use it on. On the handle's own network, edges are read
    ///   and lines skipped; on another, lines are read and edges skipped.
    /// - Throws: What is wrong with the text.
    /// - Complexity: O(*n*) for *n* characters.
    package init(_ text: String, on network: NetworkDataset) throws(RouteHandleError) {
        let length = text.utf8.count
        guard length <= Self.maximumLength else { throw .tooLong(length) }
        guard let bytes = Base64URL.bytes(of: text.utf8) else { throw .notBase64URL }
        guard bytes.count > Self.checksumBytes else { throw .damaged }
        guard bytes[0] == Self.version else { throw .version(Int(bytes[0])) }
        let end = bytes.count - Self.checksumBytes
        var reader = RecordReader(bytes[1..<end])
        var last = RecordReader(bytes[end...])
        do throws(RecordDamage) {
            guard try last.word() == Self.checksum(bytes[..<end]) else {
                throw RecordDamage.length
            }
        } catch {
            throw .checksum
        }
        do throws(RecordDamage) {
            try self.init(&reader, network)
        } catch {
            throw .damaged
        }
    }

    private init(
        _ reader: inout RecordReader, _ network: NetworkDataset
    ) throws(RecordDamage) {
        fingerprint = try reader.text(atMost: 64)
        name = try reader.text(atMost: Self.longestName)
        settings = []
        for _ in 0..<(try reader.count(ofAtLeast: 2)) {
            settings.append(
                Setting(
                    name: try reader.text(atMost: 64),
                    value: try reader.text(atMost: Self.longestValue)))
        }
        stops = []
        for _ in 0..<(try reader.count(ofAtLeast: 40)) { stops.append(try Self.stop(&reader)) }
        guard stops.count >= 2 else { throw reader.damage }
        let isOwn = fingerprint == network.fingerprint
        legs = []
        for _ in 1..<stops.count { legs.append(try Self.leg(&reader, isOwn ? network : nil)) }
        try reader.end()
        guard isOwn else { return }
        for stop in stops { try Self.check(stop.place, network, reader) }
    }

    private static func check(
        _ place: Place, _ network: NetworkDataset, _ reader: RecordReader
    ) throws(RecordDamage) {
        guard place.segment < network.segmentCount,
            place.junction.map({ Int($0) < network.nodeCount }) ?? true
        else { throw reader.damage }
    }
}

// MARK: - Stops

extension RouteHandle {
    private struct Parts: OptionSet {
        let rawValue: UInt8

        static let shape = Parts(rawValue: 1)
        static let bearing = Parts(rawValue: 2)
        static let tolerance = Parts(rawValue: 4)
        static let window = Parts(rawValue: 8)
        static let junction = Parts(rawValue: 16)
        /// Windows besides the first.
        static let laterWindows = Parts(rawValue: 32)
        static let all: Parts = [
            .shape, .bearing, .tolerance, .window, .junction, .laterWindows,
        ]
    }

    private static func write(_ stop: Stop, _ writer: inout RecordWriter) {
        var parts: Parts = []
        if stop.shape != nil { parts.insert(.shape) }
        if stop.bearing != nil { parts.insert(.bearing) }
        if stop.bearingTolerance != nil { parts.insert(.tolerance) }
        let first = stop.windows.first { $0.number == 1 }
        let later = stop.windows.filter { $0.number != 1 }
        if first != nil { parts.insert(.window) }
        if !later.isEmpty { parts.insert(.laterWindows) }
        if stop.place.junction != nil { parts.insert(.junction) }
        writer.byte(parts.rawValue)
        writer.count(stop.objectID)
        writer.text(stop.name)
        writer.count(stop.curbApproach.rawValue)
        writer.count(stop.locationType.rawValue)
        writer.count(stop.status.rawValue)
        if let shape = stop.shape {
            writer.double(shape.coordinate.x)
            writer.double(shape.coordinate.y)
            writer.count(shape.wkid)
        }
        if let bearing = stop.bearing { writer.double(bearing) }
        if let tolerance = stop.bearingTolerance { writer.double(tolerance) }
        if let first { write(first, &writer) }
        if !later.isEmpty {
            writer.count(later.count)
            for window in later {
                writer.count(window.number)
                write(window, &writer)
            }
        }
        writer.count(stop.added.count)
        for cost in stop.added {
            writer.text(cost.name)
            writer.double(cost.value)
        }
        let place = stop.place
        writer.count(place.segment)
        writer.double(place.share)
        writer.byte(place.side.code)
        writer.double(place.coordinate.x)
        writer.double(place.coordinate.y)
        writer.double(place.distanceMeters)
        if let junction = place.junction { writer.number(UInt64(junction)) }
    }

    private static func write(_ window: StopWindow, _ writer: inout RecordWriter) {
        writer.signed(window.start)
        writer.signed(window.end)
    }

    private static func windows(
        _ parts: Parts, _ reader: inout RecordReader
    ) throws(RecordDamage) -> [StopWindow] {
        var numbers: [Int] = []
        var windows: [StopWindow] = []
        func read(_ number: Int, _ reader: inout RecordReader) throws(RecordDamage) {
            guard !numbers.contains(number) else { throw reader.damage }
            numbers.append(number)
            windows.append(
                StopWindow(
                    number: number, start: try reader.signed(), end: try reader.signed()))
        }
        if parts.contains(.window) { try read(1, &reader) }
        if parts.contains(.laterWindows) {
            for _ in 0..<(try reader.count(ofAtLeast: 3)) {
                try read(try reader.number(in: 2...Column.mostWindows), &reader)
            }
        }
        return windows
    }

    private static func stop(_ reader: inout RecordReader) throws(RecordDamage) -> Stop {
        let parts = Parts(rawValue: try reader.byte())
        guard Parts.all.isSuperset(of: parts) else { throw reader.damage }
        let objectID = try reader.number(in: 0...Int(Int32.max))
        let name = try reader.text(atMost: longestName)
        guard let curb = CurbApproach(rawValue: try reader.number(in: 0...9)),
            let type = LocationType(rawValue: try reader.number(in: 0...9)),
            let status = LocationStatus(rawValue: try reader.number(in: 0...99))
        else { throw reader.damage }
        var shape: Shape?
        if parts.contains(.shape) {
            shape = Shape(
                coordinate: Coordinate(
                    x: try reader.double(in: -1e12...1e12), y: try reader.double(in: -1e12...1e12)),
                wkid: try reader.number(in: 0...Int(Int32.max)))
        }
        let bearing = parts.contains(.bearing) ? try reader.double(in: -1e6...1e6) : nil
        let tolerance = parts.contains(.tolerance) ? try reader.double(in: 0...180) : nil
        let windows = try windows(parts, &reader)
        var added: [Cost] = []
        for _ in 0..<(try reader.count(ofAtLeast: 9)) {
            added.append(
                Cost(name: try reader.text(atMost: 256), value: try reader.double(in: 0...1e9)))
        }
        let place = try place(&reader, hasJunction: parts.contains(.junction))
        return Stop(
            objectID: objectID, name: name, curbApproach: curb, locationType: type, shape: shape,
            bearing: bearing, bearingTolerance: tolerance, windows: windows, added: added,
            status: status, place: place)
    }

    private static func place(
        _ reader: inout RecordReader, hasJunction: Bool
    ) throws(RecordDamage) -> Place {
        Place(
            segment: try reader.number(in: 0...Int(UInt32.max / 2)),
            share: try reader.double(in: 0...1), side: try side(&reader),
            coordinate: Coordinate(
                x: try reader.double(in: -180...180), y: try reader.double(in: -90...90)),
            distanceMeters: try reader.double(in: 0...1e8),
            junction: hasJunction ? UInt32(try reader.number(in: 0...Int(UInt32.max))) : nil)
    }

    private static func side(_ reader: inout RecordReader) throws(RecordDamage) -> RoadSide {
        guard let side = RoadSide(code: try reader.byte()) else { throw reader.damage }
        return side
    }
}

extension RoadSide {
    fileprivate var code: UInt8 {
        switch self {
        case .right: 0
        case .left: 1
        case .both: 2
        }
    }

    fileprivate init?(code: UInt8) {
        switch code {
        case 0: self = .right
        case 1: self = .left
        case 2: self = .both
        default: return nil
        }
    }
}

// MARK: - Legs

extension RouteHandle {
    /// Writes each edge as its number among the edges leaving the previous one's head. That takes a
    /// byte at most junctions, and only connected paths can be written.
    private static func write(
        _ leg: Leg, _ network: NetworkDataset, _ writer: inout RecordWriter
    ) {
        writer.double(leg.departure)
        writer.byte(leg.departureSide.code)
        writer.double(leg.arrival)
        writer.byte(leg.arrivalSide.code)
        var edges = RecordWriter()
        edges.count(leg.edges.count)
        for (position, edge) in leg.edges.enumerated() {
            guard position > 0 else {
                edges.number(UInt64(edge))
                continue
            }
            let leaving = network.edges(
                leaving: network.head(of: EdgeID(row: leg.edges[position - 1])))
            let slot = leaving.firstIndex { network.outEdges[$0] == edge }
            guard let slot else { preconditionFailure("the edges of a leg are connected") }
            edges.count(slot - leaving.lowerBound)
        }
        writer.block(edges)
        var line = RecordWriter()
        line.count(leg.shape.count)
        var (x, y) = (Int64(0), Int64(0))
        for coordinate in leg.shape {
            let (nextX, nextY) = (units(coordinate.x), units(coordinate.y))
            line.signed(nextX - x)
            line.signed(nextY - y)
            (x, y) = (nextX, nextY)
        }
        writer.block(line)
    }

    private static func units(_ degrees: Double) -> Int64 {
        Int64((degrees * unitsPerDegree).rounded())
    }

    private static func leg(
        _ reader: inout RecordReader, _ network: NetworkDataset?
    ) throws(RecordDamage) -> Leg {
        var leg = Leg(
            edges: [], departure: try reader.double(in: 0...1),
            departureSide: try side(&reader), arrival: try reader.double(in: 0...1),
            arrivalSide: try side(&reader), shape: [])
        var edges = try reader.block()
        var line = try reader.block()
        if let network {
            leg.edges = try Self.edges(&edges, network)
            guard leg.edges.count > 1 || leg.departure <= leg.arrival else { throw edges.damage }
        } else {
            leg.shape = try Self.line(&line)
        }
        return leg
    }

    private static func edges(
        _ reader: inout RecordReader, _ network: NetworkDataset
    ) throws(RecordDamage) -> [UInt32] {
        let count = try reader.count()
        guard count > 0, network.edgeCount > 0 else { throw reader.damage }
        var edge = UInt32(try reader.number(in: 0...(network.edgeCount - 1)))
        var edges = [edge]
        edges.reserveCapacity(count)
        for _ in 1..<count {
            let leaving = network.edges(leaving: network.head(of: EdgeID(row: edge)))
            guard !leaving.isEmpty else { throw reader.damage }
            let slot = try reader.number(in: 0...(leaving.count - 1))
            edge = network.outEdges[leaving.lowerBound + slot]
            edges.append(edge)
        }
        try reader.end()
        return edges
    }

    private static func line(_ reader: inout RecordReader) throws(RecordDamage) -> [Coordinate] {
        let count = try reader.count(ofAtLeast: 2)
        guard count > 0 else { throw reader.damage }
        var line: [Coordinate] = []
        line.reserveCapacity(count)
        var (x, y) = (Int64(0), Int64(0))
        for _ in 0..<count {
            x = x &+ (try reader.signed())
            y = y &+ (try reader.signed())
            guard (-180_000_000...180_000_000).contains(x), (-90_000_000...90_000_000).contains(y)
            else { throw reader.damage }
            line.append(
                Coordinate(x: Double(x) / unitsPerDegree, y: Double(y) / unitsPerDegree))
        }
        try reader.end()
        return line
    }
}

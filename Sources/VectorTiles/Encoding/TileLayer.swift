// Writes one layer in a vector tile.

/// Writes a layer's features.
///
/// Method: Mapbox Vector Tile Specification 2.1. Keys and values are written once, and features
/// refer to them by number. Lines are steps from point to point.
struct TileLayer: Sendable {
    private let name: String
    private var keys = ValueTable<String>()
    private var values = ValueTable<TileValue>()
    private var features = MessageWriter()
    /// The line being written, kept to use its memory again.
    private var geometry = MessageWriter()

    /// Begins a layer.
    init(name: String) { self.name = name }

    /// Whether no feature has been added.
    var isEmpty: Bool { features.bytes.isEmpty }

    /// Writes attributes for features to come.
    mutating func tags(_ attributes: [(key: String, value: TileValue)]) -> TileTags {
        var tags = MessageWriter()
        for (key, value) in attributes {
            tags.varint(keys.row(of: key))
            tags.varint(values.row(of: value))
        }
        return TileTags(bytes: tags.bytes)
    }

    /// Adds a feature with one line.
    ///
    /// - Parameters:
    ///   - line: At least two points, each different from the one before.
    ///   - tags: The result of this layer's ``tags(_:)``.
    mutating func add(_ line: [SIMD2<Int32>], _ tags: TileTags) {
        geometry.removeAll()
        var last = SIMD2<Int32>(0, 0)
        draw(line, from: &last)
        addFeature(.line, tags)
    }

    /// Adds a feature with one polygon.
    ///
    /// - Parameters:
    ///   - rings: An outer ring that runs clockwise on the map, and holes that run the other way.
    ///     Each has at least three points, without the first one again at the end.
    ///   - tags: The result of this layer's ``tags(_:)``.
    mutating func add(rings: [[SIMD2<Int32>]], _ tags: TileTags) {
        geometry.removeAll()
        var last = SIMD2<Int32>(0, 0)
        for ring in rings {
            draw(ring, from: &last)
            geometry.varint(1 << 3 | 7)
        }
        addFeature(.polygon, tags)
    }

    /// Adds a feature with one point.
    ///
    /// - Parameter tags: The result of this layer's ``tags(_:)``.
    mutating func add(point: SIMD2<Int32>, _ tags: TileTags) {
        geometry.removeAll()
        geometry.varint(1 << 3 | 1)
        geometry.varint(Self.zigzag(point.x))
        geometry.varint(Self.zigzag(point.y))
        addFeature(.point, tags)
    }

    /// The types of geometries, as tiles number them.
    private enum GeometryType: UInt64 {
        case point = 1
        case line = 2
        case polygon = 3
    }

    /// Draws one move to the first point, then a line to all others.
    private mutating func draw(_ line: [SIMD2<Int32>], from last: inout SIMD2<Int32>) {
        geometry.varint(1 << 3 | 1)
        for place in line.indices {
            if place == 1 { geometry.varint(UInt64(line.count - 1) << 3 | 2) }
            let step = line[place] &- last
            geometry.varint(Self.zigzag(step.x))
            geometry.varint(Self.zigzag(step.y))
            last = line[place]
        }
    }

    private mutating func addFeature(_ type: GeometryType, _ tags: TileTags) {
        let tagBytes =
            tags.bytes.isEmpty ? 0 : MessageWriter.byteCount(ofField: tags.bytes.count)
        features.beginField(
            2,
            byteCount: tagBytes + MessageWriter.byteCount(ofField: geometry.bytes.count) + 2)
        if !tags.bytes.isEmpty { features.field(2, bytes: tags.bytes) }
        features.field(3, type.rawValue)
        features.field(4, bytes: geometry.bytes)
    }

    /// The layer as a field in a tile; empty if it has no features.
    var bytes: [UInt8] {
        guard !isEmpty else { return [] }
        var start = MessageWriter()
        // Write the version first, so that readers know what follows.
        start.field(15, 2)
        start.field(1, bytes: Array(name.utf8))
        var end = MessageWriter()
        for key in keys.rows { end.field(3, bytes: Array(key.utf8)) }
        for value in values.rows { end.field(4, bytes: Self.bytes(of: value)) }
        end.field(5, UInt64(TileAddress.extent))
        var tile = MessageWriter()
        tile.field(3, bytes: start.bytes + features.bytes + end.bytes)
        return tile.bytes
    }

    private static func bytes(of value: TileValue) -> [UInt8] {
        var message = MessageWriter()
        switch value {
        case .text(let text): message.field(1, bytes: Array(text.utf8))
        case .number(let number): message.field(5, number)
        case .decimal(let number): message.field(3, decimal: number)
        case .truth(let truth): message.field(7, truth ? 1 : 0)
        }
        return message.bytes
    }

    /// Maps a signed number to an unsigned one: 0, -1, 1, -2, 2 and so on.
    private static func zigzag(_ number: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: (number << 1) ^ (number >> 31)))
    }
}

/// Attributes, as a layer's features refer to them.
struct TileTags: Sendable {
    fileprivate let bytes: [UInt8]
}

/// Values, numbered in the order in which they came.
private struct ValueTable<Value: Hashable & Sendable>: Sendable {
    private(set) var rows: [Value] = []
    private var numbers: [Value: UInt64] = [:]

    mutating func row(of value: Value) -> UInt64 {
        if let known = numbers[value] { return known }
        let number = UInt64(rows.count)
        numbers[value] = number
        rows.append(value)
        return number
    }
}

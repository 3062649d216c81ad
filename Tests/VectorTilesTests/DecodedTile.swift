// Reads vector tiles, for tests only: slowly, and refusing what the specification does not have.

import Geo

/// A tile as a reader of Mapbox Vector Tile 2.1 sees it.
struct DecodedTile {
    /// An attribute's value.
    enum Value: Hashable {
        case text(String)
        case number(UInt64)
        case decimal(Double)
        case truth(Bool)
    }

    /// A feature with one line, one polygon or one point.
    struct Feature: Hashable {
        var attributes: [String: Value]
        /// A line's points; a point alone; empty for a polygon.
        var line: [SIMD2<Int32>] = []
        /// A polygon's rings, without the first point again at the end.
        var rings: [[SIMD2<Int32>]] = []

        /// An attribute's text.
        func text(_ key: String) -> String? {
            if case .text(let text) = attributes[key] { text } else { nil }
        }

        /// An attribute's truth.
        func truth(_ key: String) -> Bool? {
            if case .truth(let truth) = attributes[key] { truth } else { nil }
        }
    }

    /// The tile breaks the specification.
    struct Broken: Error {
        var reason: String
    }

    private(set) var layers: [String: [Feature]] = [:]

    init(_ bytes: [UInt8]) throws {
        for field in try Fields(bytes).all {
            guard field.number == 3 else { throw Broken(reason: "field \(field.number)") }
            let (name, features) = try Self.layer(field.bytes)
            guard layers[name] == nil else { throw Broken(reason: "two layers \(name)") }
            layers[name] = features
        }
    }

    /// A layer's features; none if the tile does not have it.
    subscript(layer: String) -> [Feature] { layers[layer] ?? [] }

    private static func layer(_ bytes: [UInt8]) throws -> (String, [Feature]) {
        let fields = try Fields(bytes).all
        func texts(_ number: UInt64) -> [String] {
            fields.filter { $0.number == number }.map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        guard fields.first?.number == 15, fields.first?.value == 2, let name = texts(1).first,
            fields.first(where: { $0.number == 5 })?.value == 4_096
        else { throw Broken(reason: "version, name or extent") }
        let keys = texts(3)
        let values = try fields.filter { $0.number == 4 }.map { try value($0.bytes) }
        guard Set(keys).count == keys.count, Set(values).count == values.count else {
            throw Broken(reason: "a key or a value twice")
        }
        let features = try fields.filter { $0.number == 2 }.map {
            try feature($0.bytes, keys, values)
        }
        return (name, features)
    }

    private static func value(_ bytes: [UInt8]) throws -> Value {
        guard let field = try Fields(bytes).all.first else { throw Broken(reason: "no value") }
        switch field.number {
        case 1: return .text(String(decoding: field.bytes, as: UTF8.self))
        case 3: return .decimal(Double(bitPattern: field.value))
        case 5: return .number(field.value)
        case 7: return .truth(field.value == 1)
        default: throw Broken(reason: "a value of type \(field.number)")
        }
    }

    private static func feature(
        _ bytes: [UInt8], _ keys: [String], _ values: [Value]
    ) throws -> Feature {
        let fields = try Fields(bytes).all
        let type = fields.first { $0.number == 3 }?.value
        guard let type, (1...3).contains(type) else { throw Broken(reason: "no known geometry") }
        let tags = try Fields.numbers(fields.first { $0.number == 2 }?.bytes ?? [])
        guard tags.count % 2 == 0 else { throw Broken(reason: "half a tag") }
        var attributes: [String: Value] = [:]
        for place in stride(from: 0, to: tags.count, by: 2) {
            guard tags[place] < keys.count, tags[place + 1] < values.count else {
                throw Broken(reason: "a tag out of range")
            }
            attributes[keys[Int(tags[place])]] = values[Int(tags[place + 1])]
        }
        let numbers = try Fields.numbers(fields.first { $0.number == 4 }?.bytes ?? [])
        var feature = Feature(attributes: attributes)
        switch type {
        case 1:
            guard numbers.count == 3, numbers[0] == 9 else { throw Broken(reason: "no point") }
            feature.line = [SIMD2<Int32>(signed(numbers[1]), signed(numbers[2]))]
        case 2: feature.line = try line(numbers)
        default: feature.rings = try rings(numbers)
        }
        return feature
    }

    private static func rings(_ numbers: [UInt64]) throws -> [[SIMD2<Int32>]] {
        var rings: [[SIMD2<Int32>]] = []
        var last = SIMD2<Int32>(0, 0)
        var place = 0
        while place < numbers.count {
            guard place + 4 <= numbers.count, numbers[place] == 9, numbers[place + 3] & 7 == 2
            else { throw Broken(reason: "a ring without a line") }
            let count = Int(numbers[place + 3] >> 3)
            guard count >= 2, place + 4 + 2 * count < numbers.count,
                numbers[place + 4 + 2 * count] == 15
            else { throw Broken(reason: "a ring of \(count) steps that is not closed") }
            var ring: [SIMD2<Int32>] = []
            for step in [place + 1] + (0..<count).map({ place + 4 + 2 * $0 }) {
                last = last &+ SIMD2<Int32>(signed(numbers[step]), signed(numbers[step + 1]))
                ring.append(last)
            }
            rings.append(ring)
            place += 5 + 2 * count
        }
        guard !rings.isEmpty else { throw Broken(reason: "a polygon without rings") }
        return rings
    }

    private static func line(_ numbers: [UInt64]) throws -> [SIMD2<Int32>] {
        guard numbers.count >= 6, numbers[0] == 9, numbers[3] & 7 == 2,
            numbers.count == 4 + 2 * Int(numbers[3] >> 3)
        else { throw Broken(reason: "commands \(numbers.prefix(4))") }
        var points: [SIMD2<Int32>] = []
        var last = SIMD2<Int32>(0, 0)
        for place in [1] + stride(from: 4, to: numbers.count, by: 2) {
            let step = SIMD2<Int32>(signed(numbers[place]), signed(numbers[place + 1]))
            guard points.isEmpty || step != .zero else { throw Broken(reason: "an empty step") }
            last = last &+ step
            points.append(last)
        }
        return points
    }

    private static func signed(_ number: UInt64) -> Int32 {
        Int32(truncatingIfNeeded: Int64(number >> 1) ^ -Int64(number & 1))
    }

    /// A message's fields.
    private struct Fields {
        struct Field {
            var number: UInt64
            var value: UInt64 = 0
            var bytes: [UInt8] = []
        }

        private(set) var all: [Field] = []

        init(_ bytes: [UInt8]) throws {
            var place = 0
            while place < bytes.count {
                let key = try Self.varint(bytes, &place)
                if key & 7 == 1 {
                    guard bytes.count - place >= 8 else { throw Broken(reason: "cut off") }
                    let value = bytes[place..<(place + 8)].reversed().reduce(UInt64(0)) {
                        $0 << 8 | UInt64($1)
                    }
                    all.append(Field(number: key >> 3, value: value))
                    place += 8
                    continue
                }
                let value = try Self.varint(bytes, &place)
                switch key & 7 {
                case 0: all.append(Field(number: key >> 3, value: value))
                case 2:
                    guard value <= bytes.count - place else { throw Broken(reason: "cut off") }
                    let end = place + Int(value)
                    all.append(Field(number: key >> 3, bytes: Array(bytes[place..<end])))
                    place = end
                default: throw Broken(reason: "wire type \(key & 7)")
                }
            }
        }

        static func numbers(_ bytes: [UInt8]) throws -> [UInt64] {
            var place = 0
            var numbers: [UInt64] = []
            while place < bytes.count { numbers.append(try varint(bytes, &place)) }
            return numbers
        }

        private static func varint(_ bytes: [UInt8], _ place: inout Int) throws -> UInt64 {
            var number: UInt64 = 0
            var shift: UInt64 = 0
            while place < bytes.count, shift < 64 {
                let byte = bytes[place]
                place += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return number }
                shift += 7
            }
            throw Broken(reason: "a number without an end")
        }
    }
}

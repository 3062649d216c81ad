// Shapes survive their coding, and broken bytes do no harm.

import DataStructures
import Geo
import RoadNetwork
import RouteTesting
import Testing

@Suite struct ShapeCodingTests {
    private func decode(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) -> [Coordinate] {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ShapeCoding.decode($0, start..<(end ?? bytes.count)) } ?? []
        }
    }

    private func line(_ generator: inout SeededGenerator) -> [FixedCoordinate] {
        let reaches: [Int32] = [3, 2_000, 1_800_000_000]
        let reach = reaches[Int.random(in: 0..<3, using: &generator)]
        return (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            FixedCoordinate(
                longitudeE7: Int32.random(in: -reach...reach, using: &generator),
                latitudeE7: Int32.random(in: (-reach / 2)...(reach / 2), using: &generator))
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `decoding gives back what was coded, wherever it lies`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let lines = (0..<5).map { _ in line(&generator) }
        var bytes: [UInt8] = []
        var ends = [0]
        for line in lines {
            ShapeCoding.append(line, to: &bytes)
            ends.append(bytes.count)
        }
        for (index, line) in lines.enumerated() {
            let decoded = decode(bytes, from: ends[index], to: ends[index + 1])
            #expect(decoded.map { FixedCoordinate($0) } == line, "seed \(seed)")
        }
    }

    @Test func `the corners of the world survive`() {
        let corners = [
            FixedCoordinate(longitudeE7: 1_800_000_000, latitudeE7: 900_000_000),
            FixedCoordinate(longitudeE7: -1_800_000_000, latitudeE7: -900_000_000),
            FixedCoordinate(longitudeE7: .max, latitudeE7: .min),
            FixedCoordinate(longitudeE7: .min, latitudeE7: .max),
        ]
        var bytes: [UInt8] = []
        ShapeCoding.append(corners, to: &bytes)
        #expect(decode(bytes).map { FixedCoordinate($0) } == corners)
    }

    @Test(arguments: UInt64(0)..<50)
    func `cut bytes give the points before the cut`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        var bytes: [UInt8] = []
        let line = line(&generator)
        ShapeCoding.append(line, to: &bytes)
        for end in 0...bytes.count {
            let decoded = decode(bytes, to: end).map { FixedCoordinate($0) }
            #expect(line.starts(with: decoded), "seed \(seed), cut at \(end)")
        }
    }

    @Test(arguments: UInt64(0)..<50)
    func `any bytes decode to something`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let bytes = (0..<300).map { _ in
            UInt8.random(in: generator.chance(0.5) ? 0x80...0xFF : 0...255, using: &generator)
        }
        let decoded = decode(bytes)
        #expect(decoded.allSatisfy { $0.isFinite })
        #expect(decode([UInt8](repeating: 0xFF, count: 64)) == [])
    }

    @Test func `neighbouring points take few bytes`() {
        let line = (0..<100).map {
            FixedCoordinate(longitudeE7: 74_000_000 + $0 * 30, latitudeE7: 0)
        }
        var bytes: [UInt8] = []
        ShapeCoding.append(line, to: &bytes)
        #expect(bytes.count <= 8 + 99 * 2)
    }
}

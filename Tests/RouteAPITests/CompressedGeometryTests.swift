// Compares compressed geometry with strings sent by real services.

import DataStructures
import Geo
import RouteAPI
import Testing

struct CompressedGeometryTests {
    private static let here = Coordinate(x: -117.195_699_924_541_22, y: 34.056_490_014_604_414)

    @Test func `decodes and encodes a captured step`() throws {
        let text = "+hf6e7-1vvvvtn+ij4dus+0+0"
        let geometry = try CompressedGeometry(text: text)
        #expect(geometry.line == [Self.here, Self.here])
        #expect(geometry.elevations == nil)
        #expect(geometry.text(scale: 18_323_911) == text)
        #expect(CompressedGeometry.encode(geometry.line) == text)
    }

    @Test func `decodes and encodes a captured street`() throws {
        let text = "+hf6e4-1vvvvio+ij4drm-5n+15o7+0+2g5-5n+8ua+5n+4f5+0+2ae"
        let geometry = try CompressedGeometry(text: text)
        let expected = [
            (-117.195_699_957, 34.056_490_024), (-117.195_709_944, 34.058_600_000),
            (-117.195_709_944, 34.058_739_981), (-117.195_719_930, 34.059_239_983),
            (-117.195_709_944, 34.059_489_984), (-117.195_709_944, 34.059_619_978),
        ]
        #expect(geometry.line.count == expected.count)
        for (found, wanted) in zip(geometry.line, expected) {
            #expect(abs(found.x - wanted.0) < 1e-9 && abs(found.y - wanted.1) < 1e-9)
        }
        #expect(CompressedGeometry.encode(geometry.line) == text)
    }

    @Test func `decodes and encodes a captured line in Web Mercator`() throws {
        let text = "+54-1voegsr+jn9k5c-7p+m"
        let geometry = try CompressedGeometry(text: text)
        #expect(
            geometry.line == [
                Coordinate(x: -13_046_165.237_804_879, y: 4_036_384.268_292_682_7),
                Coordinate(x: -13_046_166.756_097_56, y: 4_036_384.402_439_024_3),
            ])
        #expect(CompressedGeometry.encode(geometry.line) == text)
        let coarse = "+34-16s5n88+c0tvv8+13u+0+0+1p1"
        let line = [
            Coordinate(x: -13_046_162, y: 4_036_362), Coordinate(x: -13_046_150.5, y: 4_036_362),
            Coordinate(x: -13_046_150.5, y: 4_036_380.25),
        ]
        #expect(try CompressedGeometry(text: coarse).line == line)
        #expect(CompressedGeometry(line: line).text(scale: 100) == coarse)
    }

    @Test func `carries elevations and measures`() throws {
        let line = [
            Coordinate(x: -117.195_6, y: 34.056_4), Coordinate(x: -117.194, y: 34.056_4),
            Coordinate(x: -117.194, y: 34.058),
        ]
        let elevations = [420.5, 421.25, 423.0]
        let measures = [0, 0.1, 0.25]
        let withZ = "+0+1+1+9og-13ofk+acik+g+0+0+g|+34+1922+2b+5f"
        let withBoth = "+0+1+3+9og-13ofk+acik+g+0+0+g|+34+1922+2b+5f|+v8+0+34+4m"
        let z = CompressedGeometry(line: line, elevations: elevations)
        let both = CompressedGeometry(line: line, elevations: elevations, measures: measures)
        #expect(z.text(scale: 10_000) == withZ)
        #expect(both.text(scale: 10_000) == withBoth)
        #expect(try CompressedGeometry(text: withZ) == z)
        #expect(try CompressedGeometry(text: withBoth) == both)
        let m = CompressedGeometry(line: line, measures: measures)
        #expect(try CompressedGeometry(text: m.text(scale: 10_000)) == m)
    }

    @Test func `handles lines of no and of one place, and the origin`() throws {
        #expect(CompressedGeometry.encode([]) == "")
        #expect(CompressedGeometry.decode("") == [])
        let origin = [Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 0)]
        #expect(CompressedGeometry.decode(CompressedGeometry.encode(origin)) == origin)
    }

    @Test(arguments: [
        "5", "+", "+g", "+hf6e7+1", "+hf6e7+1+2+3", "+HF", "-g+1+1", "+g +1+1", "+g+1+1x", "+0+1",
        "+0+1+9+g+1+1", "+0+1+1+g+1+1", "+0+1+1+g+1+1|+g", "+0+1+1+g+1+1|+0+1",
        "+0+1+1+g+1+1|+g+1+1", "+g+1+1|+g+1", "+vvvvvvvvvvvvvvvvvvvv+1+1", "+0+1+0+0+1+1",
        "nonsense",
    ])
    func `refuses broken text and says where`(text: String) {
        #expect(CompressedGeometry.decode(text) == nil || text == "+g")
        guard text != "+g" else { return }
        let error = #expect(throws: FeatureReadError.self) { try CompressedGeometry(text: text) }
        #expect(error?.reason.contains("at character") == true)
    }

    @Test(arguments: UInt64(0)..<200)
    func `keeps positions to within half a step`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let size = [1e-3, 1, 180, 20_037_508][Int.random(in: 0..<4, using: &random)]
        let line = (0..<Int.random(in: 1...40, using: &random)).map { _ in
            Coordinate(
                x: Double.random(in: -size...size, using: &random),
                y: Double.random(in: -size...size, using: &random))
        }
        let text = CompressedGeometry.encode(line)
        let decoded = try #require(CompressedGeometry.decode(text))
        let greatest = line.flatMap { [abs($0.x), abs($0.y)] }.max() ?? 1
        // The scale is rounded down, which matters if it is small.
        let scale = max(1, min((2_147_483_647 / greatest).rounded(.down), 2_147_483_647))
        #expect(decoded.count == line.count)
        for (found, wanted) in zip(decoded, line) {
            #expect(abs(found.x - wanted.x) <= 0.500_001 / scale, "seed \(seed)")
            #expect(abs(found.y - wanted.y) <= 0.500_001 / scale, "seed \(seed)")
        }
        #expect(abs(greatest * scale) <= 2_147_483_647 || greatest < 1e-3, "32-bit clients")
    }

    @Test(arguments: UInt64(0)..<40)
    func `no change of bytes crashes the decoder`(seed: UInt64) {
        var random = SeededGenerator(seed)
        let marks = Array("+-|0g9vx é".unicodeScalars)
        for _ in 0..<200 {
            var text = Array(
                "+0+1+3+9og-13ofk+acik+g+0+0+g|+34+1922+2b+5f|+v8+0+34+4m".unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text[Int.random(in: 0..<text.count, using: &random)] =
                    marks[Int.random(in: 0..<marks.count, using: &random)]
            }
            let changed = String(String.UnicodeScalarView(text))
            if let line = CompressedGeometry.decode(changed) {
                #expect(line.allSatisfy { $0.isFinite }, "seed \(seed): \(changed)")
            }
        }
    }
}

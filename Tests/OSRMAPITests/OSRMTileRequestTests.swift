// Tests how requests for tiles in OSRM's form are read.

import Testing

@testable import OSRMAPI

@Suite struct OSRMTileRequestTests {
    private func request(
        _ path: String, _ query: [(String, String)] = []
    ) throws(OSRMError) -> OSRMTileRequest {
        try OSRMTileRequest(
            path.split(separator: "/").map { String($0) },
            query.map { (name: $0.0, value: $0.1) }, deepestZoom: 14)
    }

    private func code(_ path: String, _ query: [(String, String)] = []) -> OSRMError.Code? {
        do throws(OSRMError) {
            _ = try request(path, query)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a tile has its column first and its zoom last`() throws {
        let read = try request("v1/driving/tile(8530,5974,14).mvt", [("token", "x")])
        #expect(read.profile == "driving")
        #expect(read.column == 8_530 && read.row == 5_974 && read.zoom == 14)
    }

    @Test(arguments: [
        ("v2/driving/tile(8530,5974,14).mvt", OSRMError.Code.invalidVersion),
        ("v1/driving", .invalidURL), ("v1/driving/tile(8530,5974,14).mvt/more", .invalidURL),
        ("v1/driving/tile(8530,5974,14)", .invalidQuery),
        ("v1/driving/tile(8530,5974).mvt", .invalidQuery),
        ("v1/driving/tile(8530,-1,14).mvt", .invalidQuery),
        ("v1/driving/tile(8530,,14).mvt", .invalidQuery),
        ("v1/driving/tile(99999999999999999999,1,14).mvt", .invalidQuery),
        ("v1/driving/tile(1,1,11).mvt", .invalidOptions),
        ("v1/driving/tile(1,1,15).mvt", .invalidOptions),
        ("v1/driving/tile(16384,1,14).mvt", .invalidOptions),
    ])
    func `each fault has its code`(path: String, expected: OSRMError.Code) {
        #expect(code(path) == expected)
    }

    @Test func `an option is refused`() {
        #expect(code("v1/driving/tile(8530,5974,14).mvt", [("steps", "true")]) == .invalidQuery)
    }
}

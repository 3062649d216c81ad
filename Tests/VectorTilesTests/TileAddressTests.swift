// Tests which tiles there are, and where they lie.

import Geo
import Testing

@testable import VectorTiles

@Suite struct TileAddressTests {
    @Test(arguments: [
        ("0", "0", "0", true), ("14", "8529", "5974", true), ("14", "16383", "16383", true),
        ("14", "16384", "0", false), ("15", "0", "0", false), ("3", "8", "0", false),
        ("3", "0", "8", false), ("-1", "0", "0", false), ("+1", "0", "0", false),
        ("1", "01", "0", false), ("1", "", "0", false), ("1", "0", "0 ", false),
        ("1", "0", "٠", false), ("1", "0x1", "0", false), ("1", "0", "1e0", false),
        ("99999999999999999999", "0", "0", false), ("1", "{x}", "0", false),
    ])
    func `an address is three plain numbers within the pyramid`(
        zoom: String, column: String, row: String, isValid: Bool
    ) {
        #expect((TileAddress(zoom: zoom, column: column, row: row) != nil) == isValid)
    }

    @Test func `the pyramid begins with the whole world and halves at each zoom`() throws {
        let world = try #require(TileAddress(zoom: 0, column: 0, row: 0)).envelope()
        #expect(world.minX == -180 && world.maxX == 180)
        #expect(abs(world.maxY - 85.051_128_78) < 1e-8 && abs(world.minY + world.maxY) < 1e-12)
        let quarter = try #require(TileAddress(zoom: 1, column: 1, row: 1)).envelope()
        #expect(quarter.minX == 0 && abs(quarter.maxY) < 1e-12 && quarter.minY == world.minY)
        let grown = try #require(TileAddress(zoom: 2, column: 2, row: 1)).envelope(grownBy: 0.5)
        #expect(grown.minX == -45 && grown.maxX == 135)
    }

    @Test(arguments: [0, 5, 8, 9, 11, 14])
    func `places are projected by Mercator's formula, within the tile and far outside`(zoom: Int)
        throws
    {
        let side = 1 << zoom
        let row = side * 3 / 8
        let address = try #require(TileAddress(zoom: zoom, column: side / 2, row: row))
        let (projection, box) = (TileProjection(address), address.envelope())
        for share in stride(from: -3.0, through: 4, by: 0.05) {
            let latitude = box.minY + (box.maxY - box.minY) * share
            guard abs(latitude) < 85 else { continue }
            let place = Coordinate(x: box.minX + (box.maxX - box.minX) * share, y: latitude)
            let point = projection.point(place)
            let exact = ReferenceProjection(address).point(place)
            #expect(abs(point.x - exact.x) < 1e-4, "zoom \(zoom), \(share)")
            #expect(abs(point.y - exact.y) < 0.02, "zoom \(zoom), \(share)")
        }
    }
}

// Addresses tiles by zoom, column and row in the Web Mercator pyramid.

public import Geo

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A tile's place in the Web Mercator pyramid.
///
/// ```swift
/// let tile = TileAddress(zoom: 14, column: 8_529, row: 5_974)   // the harbor of Monaco
/// ```
///
/// Columns count eastward from 180° W, rows southward from 85.0511° N, as in most tile servers'
/// paths (`{z}/{x}/{y}`).
public struct TileAddress: Hashable, Sendable {
    /// The deepest zoom with tiles of its own. If you zoom in further, maps enlarge these tiles.
    public static let deepestZoom = 14

    /// The length of a tile's side, in units.
    static let extent = 4_096.0
    /// Units by which lines go on beyond a tile's sides, so that wide lines join.
    static let buffer = 64.0

    /// The zoom, in `0...deepestZoom`.
    public let zoom: Int
    /// The column, in `0 ..< 2^zoom`.
    public let column: Int
    /// The row, in `0 ..< 2^zoom`.
    public let row: Int

    /// Makes an address; `nil` if the pyramid has no such tile.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.deepestZoom).contains(zoom) else { return nil }
        let side = 0..<(1 << zoom)
        guard side.contains(column), side.contains(row) else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// Reads an address from the parts of a path; `nil` if one is not a plain number, or if the
    /// pyramid has no such tile.
    ///
    /// Each tile has only one text: a sign or a leading zero is refused.
    public init?(zoom: some StringProtocol, column: some StringProtocol, row: some StringProtocol) {
        guard let zoom = Self.number(zoom), let column = Self.number(column),
            let row = Self.number(row)
        else { return nil }
        self.init(zoom: zoom, column: column, row: row)
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...6).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int(text)
    }

    /// Returns the tile's box in degrees.
    ///
    /// - Parameter share: How far to grow the box on each side, as a share of the tile's side.
    public func envelope(grownBy share: Double = 0) -> Envelope {
        let side = Double(1 << zoom)
        func longitude(_ place: Double) -> Double { place / side * 360 - 180 }
        func latitude(_ place: Double) -> Double {
            atan(sinh(.pi * (1 - 2 * place / side))) * 180 / .pi
        }
        return Envelope(
            minX: longitude(Double(column) - share), minY: latitude(Double(row + 1) + share),
            maxX: longitude(Double(column + 1) + share), maxY: latitude(Double(row) - share))
    }
}

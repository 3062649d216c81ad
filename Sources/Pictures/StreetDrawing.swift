// Streets below a map: joined, generalized, and limited in number.

import Geo
import RouteAPI

/// Streets as path data, least prominent first.
///
/// Streets of the same rank that continue each other become one line, because a network has a
/// street for each piece between two junctions. If the picture would become too large, minor ranks
/// are left out.
struct StreetDrawing {
    private(set) var paths: [(rank: StreetLine.Rank, data: String)] = []

    /// The most bytes that all streets in a picture may take.
    static let mostBytes = 200_000
    /// Vertices closer than this to the previous one are left out, in pixels.
    private static let leastStep = 1.0

    /// - Complexity: O(*n*) for *n* vertices.
    init(_ streets: [StreetLine], in frame: PictureFrame) {
        self.init(streets, mostBytes: Self.mostBytes, leastStep: Self.leastStep) {
            frame.line($0, leastStep: Self.leastStep)
        }
    }

    /// - Parameters:
    ///   - mostBytes: The most bytes that all streets may take.
    ///   - leastStep: Vertices closer than this to the previous one are left out, in pixels.
    ///   - placed: Returns a line's positions in the picture.
    /// - Complexity: O(*n*) for *n* vertices.
    init(
        _ streets: [StreetLine], mostBytes: Int, leastStep: Double,
        _ placed: ([Coordinate]) -> [PicturePoint]
    ) {
        var left = mostBytes
        for rank in StreetLine.Rank.allCases.reversed() {
            let lines = streets.filter { $0.rank == rank }.map { placed($0.line) }
            var data = ""
            for line in Self.joined(lines) {
                data += SVGWriter.data(of: PicturePoint.thinned(line, leastStep: leastStep))
                guard data.utf8.count <= left else { return }
            }
            left -= data.utf8.count
            if !data.isEmpty { paths.insert((rank, data), at: 0) }
        }
    }

    /// Joins lines that end where others begin.
    ///
    /// - Complexity: O(*n*) for *n* lines on average.
    static func joined(_ lines: [[PicturePoint]]) -> [[PicturePoint]] {
        var lines = lines.filter { $0.count > 1 }
        var ends: [PicturePoint: [Int]] = [:]
        for (place, line) in lines.enumerated() {
            for point in [line[0], line[line.count - 1]] {
                ends[point, default: []].append(place)
            }
        }
        var isUsed = [Bool](repeating: false, count: lines.count)
        func next(at point: PicturePoint) -> Int? {
            while let place = ends[point]?.popLast() {
                if !isUsed[place] { return place }
            }
            return nil
        }
        var chains: [[PicturePoint]] = []
        for start in lines.indices where !isUsed[start] {
            isUsed[start] = true
            var chain = lines[start]
            // First onward, then from the other end.
            for _ in 0..<2 {
                while let place = next(at: chain[chain.count - 1]) {
                    isUsed[place] = true
                    if lines[place][0] != chain[chain.count - 1] { lines[place].reverse() }
                    chain += lines[place].dropFirst()
                }
                chain.reverse()
            }
            chains.append(chain)
        }
        return chains
    }
}

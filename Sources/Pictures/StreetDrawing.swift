// Streets below a map: joined, generalized, and limited in number.

import Geo
import RouteAPI

/// Streets as path data, least prominent first.
///
/// Streets of the same rank that continue each other become one line, because a network has a
/// street for each piece between two junctions. If the picture would become too large, minor ranks
/// are left out; if the most prominent one alone is too large, its short lines are.
struct StreetDrawing {
    private(set) var paths: [(rank: StreetLine.Rank, data: String)] = []
    /// The number of ranks with all their lines.
    private(set) var wholeRanks = 0

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
            let thinned = Self.joined(lines).map {
                PicturePoint.thinned($0, leastStep: leastStep)
            }
            var data = ""
            for line in thinned {
                data += SVGWriter.data(of: line)
                guard data.utf8.count <= left else {
                    if paths.isEmpty {
                        paths = [(rank, Self.longest(of: thinned, mostBytes: mostBytes))]
                    }
                    return
                }
            }
            left -= data.utf8.count
            if !data.isEmpty {
                paths.insert((rank, data), at: 0)
                wholeRanks += 1
            }
        }
    }

    /// Draws the longest lines that fit, in their own order.
    ///
    /// - Complexity: O(*n* log *n*) for *n* vertices.
    private static func longest(of lines: [[PicturePoint]], mostBytes: Int) -> String {
        // A line may wind through the whole picture, and be too large alone.
        let pieces = lines.flatMap { line in
            stride(from: 0, to: max(line.count - 1, 1), by: mostSteps).map {
                Array(line[$0...min($0 + mostSteps, line.count - 1)])
            }
        }
        let data = pieces.map { SVGWriter.data(of: $0) }
        let lengths = pieces.map { line in
            zip(line, line.dropFirst()).reduce(0) { length, ends in
                let (x, y) = (ends.1.x - ends.0.x, ends.1.y - ends.0.y)
                return length + (x * x + y * y).squareRoot()
            }
        }
        var left = mostBytes
        var kept: [Int] = []
        for place in data.indices.sorted(by: { (-lengths[$0], $0) < (-lengths[$1], $1) }) {
            left -= data[place].utf8.count
            guard left >= 0 else { break }
            kept.append(place)
        }
        return kept.sorted().map { data[$0] }.joined()
    }

    /// The most pieces of a line that is drawn or left out at once.
    private static let mostSteps = 64

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

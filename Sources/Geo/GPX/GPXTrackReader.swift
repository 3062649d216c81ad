// Reads tracks and routes from GPX 1.0 and 1.1, with their points in order.

/// Reads the lines in a GPX file: each segment of a track (`trkseg`) and each route (`rte`).
///
/// Some devices write a segment for each position. Such segments of a track are one line.
///
/// To read single positions of any kind instead, use ``GPXReader``.
///
/// ```swift
/// let lines = try GPXTrackReader().lines(bytes)
/// let first = lines[0].points[0].time    // as it is written, such as 2026-03-02T09:30:00Z
/// ```
public struct GPXTrackReader: Sendable {
    /// A position on a track or route.
    public struct Point: Hashable, Sendable {
        /// Longitude and latitude in WGS 84.
        public var coordinate: Coordinate
        /// The time as it is written.
        public var time: String?
        /// Values from the position's other elements and extensions, by name in lower case without
        /// prefix: `course`, `accuracy`.
        public var values: [String: String] = [:]
    }

    /// A track segment or a route.
    public struct Line: Hashable, Sendable {
        /// The track's or route's name.
        public var name: String?
        /// Whether this is a track segment, which was driven, rather than a planned route.
        public var isTrack: Bool
        /// The positions in order.
        public var points: [Point]
    }

    /// The elements whose values are kept.
    private static let kept: Set<String> = [
        "accuracy", "bearing", "course", "heading", "horizontalaccuracy", "name",
    ]

    /// The most positions to accept.
    public var maximumPoints: Int

    /// Makes a reader.
    public init(maximumPoints: Int = 2_000_000) { self.maximumPoints = maximumPoints }

    /// A piece of the lines, in reading order.
    package enum Piece {
        /// A line begins; its first position follows.
        case line(name: String?, isTrack: Bool)
        /// The line's next position.
        case point(Point)
        /// The line's name, if it comes after its positions.
        case name(String)
    }

    /// Reads all lines that have at least one position, in file order.
    ///
    /// - Throws: ``FeatureReadError`` naming the line of text.
    /// - Complexity: O(*n*) in the bytes.
    public func lines(_ bytes: [UInt8]) throws(FeatureReadError) -> [Line] {
        var lines: [Line] = []
        try read(BytePieces(bytes)) { piece in
            switch piece {
            case .line(let name, let isTrack):
                lines.append(Line(name: name, isTrack: isTrack, points: []))
            case .point(let point): lines[lines.count - 1].points.append(point)
            case .name(let name): lines[lines.count - 1].name = name
            }
        }
        return lines
    }

    /// Returns whether a file has a track position.
    ///
    /// - Throws: ``FeatureReadError`` naming the line of text.
    /// - Complexity: O(*n*) in the bytes up to that position.
    package func hasTrack(
        _ pieces: BytePieces, hints: FileHints = FileHints()
    ) throws(FeatureReadError) -> Bool {
        var scanner = GPXScanner(pieces, hints: hints)
        while let event = try scanner.next() {
            if case .start("trkpt", _) = event { return true }
        }
        return false
    }

    /// Reads the same lines as ``lines(_:)``, but piece by piece, with a single position in memory.
    ///
    /// - Throws: ``FeatureReadError`` naming the line of text, and any error thrown by `body`.
    /// - Complexity: O(*n*) in the bytes.
    package func read(
        _ pieces: BytePieces, hints: FileHints = FileHints(), notes: ReadingNotes? = nil,
        _ body: (Piece) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        var scanner = GPXScanner(pieces, hints: hints, notes: notes)
        var (point, text): (Point?, String) = (nil, "")
        var count = 0
        var lines = OpenLines()
        while let event = try scanner.next() {
            switch event {
            case .start(let element, let attributes):
                text = ""
                switch element {
                case "trk", "rte": lines.begin(isTrack: element == "trk")
                case "trkseg": lines.beginSegment()
                case "trkpt", "rtept":
                    count += 1
                    guard count <= maximumPoints else {
                        throw scanner.error("more than \(maximumPoints) positions")
                    }
                    point = Point(coordinate: try scanner.coordinate(of: element, attributes))
                default: break
                }
            case .text(let piece): if point != nil || scanner.path.last == "name" { text += piece }
            case .end(let element):
                switch element {
                case "trkpt", "rtept":
                    if let point { try lines.add(point, body) }
                    point = nil
                case "trkseg", "rte": try lines.end(body)
                default:
                    if point == nil, element == "name", ["trk", "rte"].contains(scanner.path.last) {
                        try lines.take(name: text.trimmingBlanks, body)
                    } else if point != nil {
                        Self.take(text, of: element, into: &point)
                    }
                }
                text = ""
            }
        }
    }

    /// The line that is read, and the position that may be alone in its segment.
    private struct OpenLines {
        private var name: String?
        /// The open element's kind and the number of its positions; `nil` between segments.
        private var line: (isTrack: Bool, count: Int)?
        /// The first position of an open segment, until a second one follows.
        private var first: Point?
        /// Whether the last line consists of segments with a single position, so that the next one
        /// continues it.
        private var isDotted = false

        mutating func begin(isTrack: Bool) {
            (name, line, isDotted) = (nil, isTrack ? nil : (isTrack: false, count: 0), false)
        }

        mutating func beginSegment() { line = (isTrack: true, count: 0) }

        mutating func take(
            name given: String, _ body: (Piece) throws(FeatureReadError) -> Void
        ) throws(FeatureReadError) {
            name = given
            if let line, line.count > 0 { try body(.name(given)) }
        }

        mutating func add(
            _ point: Point, _ body: (Piece) throws(FeatureReadError) -> Void
        ) throws(FeatureReadError) {
            guard let open = line else { return }
            line = (open.isTrack, open.count + 1)
            if open.isTrack, open.count == 0 {
                first = point
                return
            }
            if open.count == 0 || first != nil {
                isDotted = false
                try body(.line(name: name, isTrack: open.isTrack))
            }
            if let first { try body(.point(first)) }
            first = nil
            try body(.point(point))
        }

        mutating func end(
            _ body: (Piece) throws(FeatureReadError) -> Void
        ) throws(FeatureReadError) {
            if let first {
                if !isDotted { try body(.line(name: name, isTrack: true)) }
                isDotted = true
                try body(.point(first))
            }
            (line, first) = (nil, nil)
        }
    }

    private static func take(_ text: String, of element: String, into point: inout Point?) {
        let value = text.trimmingBlanks
        guard !value.isEmpty else { return }
        let folded = element.lowercased()
        if folded == "time" {
            point?.time = value
        } else if kept.contains(folded) {
            point?.values[folded] = value
        }
    }
}

// Reads tracks and routes from GPX 1.0 and 1.1, with their points in order.

/// Reads the lines in a GPX file: each segment of a track (`trkseg`) and each route (`rte`).
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
        var (name, count): (String?, Int) = (nil, 0)
        /// The open line's kind, and whether it has begun with a position.
        var line: (isTrack: Bool, hasBegun: Bool)?
        while let event = try scanner.next() {
            switch event {
            case .start(let element, let attributes):
                text = ""
                switch element {
                case "trk", "rte":
                    name = nil
                    if element == "rte" { line = (isTrack: false, hasBegun: false) }
                case "trkseg": line = (isTrack: true, hasBegun: false)
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
                    if let point, let open = line {
                        if !open.hasBegun { try body(.line(name: name, isTrack: open.isTrack)) }
                        line = (open.isTrack, hasBegun: true)
                        try body(.point(point))
                    }
                    point = nil
                case "trkseg", "rte": line = nil
                default:
                    if point == nil, element == "name", ["trk", "rte"].contains(scanner.path.last) {
                        let given = text.trimmingBlanks
                        name = given
                        if line?.hasBegun == true { try body(.name(given)) }
                    } else if point != nil {
                        Self.take(text, of: element, into: &point)
                    }
                }
                text = ""
            }
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

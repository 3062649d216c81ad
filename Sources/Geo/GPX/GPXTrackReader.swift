// Tracks and routes from GPX 1.0 and 1.1, each with its points in order.

/// Reads the lines of a GPX file: each segment of a track (`trkseg`) and each route (`rte`).
///
/// ``GPXReader`` reads single positions of all kinds in place of lines.
///
/// ```swift
/// let lines = try GPXTrackReader().lines(bytes)
/// let first = lines[0].points[0].time    // as it is written, such as 2026-03-02T09:30:00Z
/// ```
public struct GPXTrackReader: Sendable {
    /// A position of a track.
    public struct Point: Hashable, Sendable {
        /// Longitude and latitude in WGS 84.
        public var coordinate: Coordinate
        /// The time, as it is written.
        public var time: String?
        /// The values of the position's other elements and of its extensions, by name in lower
        /// case without prefix: `course`, `accuracy`.
        public var values: [String: String] = [:]
    }

    /// A segment of a track, or a route.
    public struct Line: Hashable, Sendable {
        /// The name of the track or of the route.
        public var name: String?
        /// Whether it is a segment of a track, which was driven, and not a planned route.
        public var isTrack: Bool
        /// The positions in order.
        public var points: [Point]
    }

    /// The elements of a position whose values are kept.
    private static let kept: Set<String> = [
        "accuracy", "bearing", "course", "heading", "horizontalaccuracy", "name",
    ]

    /// The most positions.
    public var maximumPoints: Int

    /// Makes a reader.
    public init(maximumPoints: Int = 2_000_000) { self.maximumPoints = maximumPoints }

    /// A piece of the lines, as they are read one after another.
    package enum Piece {
        /// A line begins, whose first position follows.
        case line(name: String?, isTrack: Bool)
        /// The next position of the line.
        case point(Point)
        /// The name of the line, which stands behind its positions.
        case name(String)
    }

    /// Reads all lines with at least one position, in the file's order.
    ///
    /// - Throws: ``FeatureReadError`` naming the line of text.
    /// - Complexity: O(*n*) in the number of bytes.
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

    /// Whether a file has a position of a track.
    ///
    /// - Throws: ``FeatureReadError`` naming the line of text.
    /// - Complexity: O(*n*) in the number of bytes up to that position.
    package func hasTrack(
        _ pieces: BytePieces, hints: FileHints = FileHints()
    ) throws(FeatureReadError) -> Bool {
        var scanner = GPXScanner(pieces, hints: hints)
        while let event = try scanner.next() {
            if case .start("trkpt", _) = event { return true }
        }
        return false
    }

    /// Reads what ``lines(_:)`` returns piece by piece, and holds one position at a time.
    ///
    /// - Throws: ``FeatureReadError`` naming the line of text, and what `body` throws.
    /// - Complexity: O(*n*) in the number of bytes.
    package func read(
        _ pieces: BytePieces, hints: FileHints = FileHints(), notes: ReadingNotes? = nil,
        _ body: (Piece) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        var scanner = GPXScanner(pieces, hints: hints, notes: notes)
        var (point, text): (Point?, String) = (nil, "")
        var (name, count): (String?, Int) = (nil, 0)
        /// The kind of the open line, and whether it has begun with a position.
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

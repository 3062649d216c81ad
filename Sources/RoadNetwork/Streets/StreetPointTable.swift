// Points on streets: traffic lights, crossings, bumps and others, between junctions and at them.

/// What stands or lies on a street.
package enum StreetPointKind: UInt8, CaseIterable, Sendable, Codable {
    /// Traffic lights.
    case trafficSignals = 0
    /// A railway crosses at grade.
    case railwayCrossing
    case pedestrianCrossing
    /// A bump or another device that slows traffic down.
    case speedBump
    /// A place where a toll is paid.
    case tollBooth
    /// A border crossing or another checkpoint.
    case checkpoint
    /// Water crosses the street.
    case ford
    case stopSign
    /// A sign to give way.
    case yieldSign
    /// A gate that has to be opened.
    case gate
}

/// The directions of travel that meet a point, relative to the segment's line.
package enum StreetPointDirection: UInt8, CaseIterable, Sendable, Codable {
    /// Along the line.
    case forward = 1
    /// Against the line.
    case backward = 2
    /// Either.
    case both = 3

    /// Whether an edge passes the point.
    package func includes(_ edge: EdgeID) -> Bool {
        self == .both || edge.isForward == (self == .forward)
    }
}

package struct StreetPoint: Hashable, Sendable {
    /// The share of the segment's length before the point, in drawing direction: 0 at the first
    /// node, 1 at the last.
    package var share: Double
    /// The directions of travel that meet the point.
    package var direction: StreetPointDirection
    package var kind: StreetPointKind

    package init(share: Double, direction: StreetPointDirection, kind: StreetPointKind) {
        self.share = share
        self.direction = direction
        self.kind = kind
    }

    /// Returns the share of an edge's length before the point, in the direction of travel; `nil` if
    /// the point is not for that direction.
    package func share(along edge: EdgeID) -> Double? {
        guard direction.includes(edge) else { return nil }
        return edge.isForward ? share : 1 - share
    }
}

/// The points on streets, by segment and along each segment.
///
/// A point at a junction is stored at the end of each segment there, for the arriving direction:
/// `forward` at share 1, `backward` at share 0. So a path through the junction meets it once, on
/// the edge by which it arrives, and a path that begins at the junction does not meet it.
package struct StreetPointTable: Sendable {
    /// The points' segments, ascending.
    let segments: MappedColumn<UInt32>
    /// Shares in units of 1 / (2³² - 1).
    let shares: MappedColumn<UInt32>
    /// Kinds and directions (``StreetPointCode``).
    let codes: MappedColumn<UInt8>

    /// - Throws: ``DatasetError`` if a section is missing or has the wrong size.
    init(_ table: SectionTable) throws(DatasetError) {
        segments = try table.column("point.segments")
        shares = try table.column("point.shares", count: segments.count)
        codes = try table.column("point.codes", count: segments.count)
    }

    /// The number of points. A point at a junction counts once per segment there.
    package var count: Int { segments.count }

    /// Returns a segment's points by ascending share; empty for most segments.
    ///
    /// - Complexity: O(log *n* + *k*) for *n* points of which *k* are found.
    package func points(onSegment segment: UInt32) -> [StreetPoint] {
        var row = segments.lowerBound(segment)
        var found: [StreetPoint] = []
        while row < segments.count, segments[row] == segment {
            if let point = point(atRow: row) { found.append(point) }
            row += 1
        }
        return found
    }

    /// Returns the point at a row; `nil` if another version wrote its code.
    func point(atRow row: Int) -> StreetPoint? {
        let code = StreetPointCode(rawValue: codes[row])
        guard let kind = code.kind, let direction = code.direction else { return nil }
        return StreetPoint(
            share: StreetPointCode.share(fixed: shares[row]), direction: direction, kind: kind)
    }

    /// Returns how many points of each kind there are.
    package func counts() -> [(kind: StreetPointKind, count: Int)] {
        var counts = [Int](repeating: 0, count: StreetPointKind.allCases.count)
        for row in 0..<codes.count {
            guard let kind = StreetPointCode(rawValue: codes[row]).kind else { continue }
            counts[Int(kind.rawValue)] += 1
        }
        return StreetPointKind.allCases.map { ($0, counts[Int($0.rawValue)]) }
    }
}

/// A point's kind and direction in one byte: the kind, and from bit 5 the direction.
package struct StreetPointCode: Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ kind: StreetPointKind, _ direction: StreetPointDirection) {
        rawValue = kind.rawValue | direction.rawValue << 5
    }

    package var kind: StreetPointKind? { StreetPointKind(rawValue: rawValue & 0x1F) }

    package var direction: StreetPointDirection? { StreetPointDirection(rawValue: rawValue >> 5) }

    /// Returns a share in its stored form.
    package static func fixed(share: Double) -> UInt32 {
        UInt32((min(max(share, 0), 1) * Double(UInt32.max)).rounded())
    }

    /// Returns a share from its stored form.
    package static func share(fixed: UInt32) -> Double { Double(fixed) / Double(UInt32.max) }
}

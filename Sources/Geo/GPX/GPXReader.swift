// Reads points from GPX 1.0 and 1.1.

/// Reads the positions in a GPX file: waypoints (`wpt`), route points (`rtept`) and track points
/// (`trkpt`), in file order.
///
/// The rows have the columns `Name`, `Description`, `Time` (as written), `Kind` (the element's
/// name), and one for each element directly within a point's `extensions`, so a stop can bring its
/// `TimeWindowStart` or `CurbApproach`.
public struct GPXReader: Sendable {
    /// Limits on what is accepted.
    public var limits: FeatureLimits

    /// Makes a reader.
    public init(limits: FeatureLimits = FeatureLimits()) { self.limits = limits }

    private struct Point {
        var kind: String
        var coordinate: Coordinate
        var name: String?
        var description: String?
        var time: String?
        var extensions: [(name: String, value: AttributeValue)] = []
    }

    /// Reads all positions as points in WGS 84.
    ///
    /// - Throws: ``FeatureReadError`` naming the line.
    public func featureSet(_ bytes: [UInt8]) throws(FeatureReadError) -> FeatureSet {
        try featureSet(bytes, hints: FileHints(), notes: nil)
    }

    /// Reads all positions like ``featureSet(_:)``.
    ///
    /// - Parameters:
    ///   - hints: What the user says about the file.
    ///   - notes: Collects remarks on how the file was read.
    package func featureSet(
        _ bytes: [UInt8], hints: FileHints, notes: ReadingNotes?
    ) throws(FeatureReadError) -> FeatureSet {
        var scanner = GPXScanner(BytePieces(bytes), hints: hints, notes: notes)
        var table = FeatureTable(limits: limits)
        try table.declare("Name", .string)
        try table.declare("Description", .string)
        try table.declare("Time", .string)
        try table.declare("Kind", .string)
        var point: Point?
        var text = ""
        while let event = try scanner.next() {
            switch event {
            case .start(let name, let attributes):
                text = ""
                if ["wpt", "rtept", "trkpt"].contains(name) {
                    point = Point(
                        kind: name, coordinate: try scanner.coordinate(of: name, attributes))
                }
            case .text(let piece): if point != nil { text += piece }
            case .end(let name):
                if let finished = point, finished.kind == name {
                    try add(finished, to: &table)
                    point = nil
                } else if let kind = point?.kind, scanner.path.last == kind {
                    take(text, of: name, into: &point)
                } else if let kind = point?.kind, scanner.path.suffix(2) == [kind, "extensions"] {
                    take(text, ofExtension: name, into: &point)
                }
                text = ""
            }
        }
        return table.featureSet(geometryType: .point, spatialReference: .wgs84)
    }

    private func take(_ text: String, of element: String, into point: inout Point?) {
        switch element {
        case "name": point?.name = text
        case "desc": point?.description = text
        case "time": point?.time = text
        default: break
        }
    }

    /// Adds an extension's value; it never replaces the point's own values.
    private func take(_ text: String, ofExtension name: String, into point: inout Point?) {
        let value = text.trimmingBlanks
        guard !value.isEmpty, !Self.ownNames.contains(name.lowercased()) else { return }
        point?.extensions.append((name, .string(value)))
    }

    private static let ownNames: Set = ["name", "description", "time", "kind"]

    private func add(_ point: Point, to table: inout FeatureTable) throws(FeatureReadError) {
        try table.add(
            [
                (name: "Name", value: point.name.map(AttributeValue.string) ?? .null),
                ("Description", point.description.map(AttributeValue.string) ?? .null),
                ("Time", point.time.map(AttributeValue.string) ?? .null),
                ("Kind", .string(point.kind)),
            ] + point.extensions, geometry: .point(point.coordinate))
    }
}

// Streets of GIS layers as OpenStreetMap data. Start here.

import Geo
import SystemResources

/// Streets from GIS layers, collected as OpenStreetMap's ways.
///
/// All networks are built from OpenStreetMap's form of data, so one set of rules decides what every
/// mode may use. Other streets are first brought into this form:
///
///     lines ── StreetJunctions ── nodes ─┐
///     rows ─── StreetFields ───── tags ──┴─► ways ── write(to:) ──► OSM XML
///
/// Lines meet where they share a vertex on the same level: at their ends, or where one ends on a
/// vertex of another. Lines that only cross do not meet, as on a bridge. A line's parts are ways of
/// their own. A way's id is its row's in the layer's column of ids (``StreetIDs``), or else the
/// row's number, from 1, over all layers; further parts are numbered after the greatest.
///
/// The same rows give the same bytes.
///
/// ```swift
/// var layer = StreetLayer(StreetFields())
/// try layer.add(StreetRows(rows, named: "streets.shp"))    // lines in longitude and latitude
/// try layer.write(to: path)
/// ```
package struct StreetLayer: Sendable {
    /// What was read and what was left out, in rows.
    package struct Counts: Hashable, Sendable {
        /// The rows read.
        package var rows = 0
        /// The ways made.
        package var ways = 0
        /// Rows without a line.
        package var withoutLine = 0
        /// Rows of no class of streets.
        package var withoutClass = 0
        /// Lines given by an earlier row with the same tags, in either direction if both are open.
        package var repeated = 0
    }

    fileprivate struct Way: Hashable {
        var nodes: [Int]
        var tags: [StreetTag]
    }

    /// A way. It has its line's row and id, unless another part of the line has them.
    private struct Street {
        var way: Way
        var row: Int?
        var id: Int?
    }

    /// What was read and left out so far.
    package private(set) var counts = Counts()
    private let fields: StreetFields
    private var junctions: StreetJunctions
    private var streets: [Street] = []
    private var seen: Set<Way> = []
    private var ids = StreetIDs()

    /// Begins without streets.
    package init(_ fields: StreetFields) {
        self.fields = fields
        junctions = StreetJunctions(snapMeters: fields.snapMeters)
    }

    /// Why the ways do not have the layers' ids; `nil` if they do, or if the layers have none.
    package var idProblem: String? { ids.problem }

    /// Adds a layer's rows, in two readings.
    ///
    /// - Parameter progress: Receives how many rows are read, and the finished share.
    /// - Throws: ``StreetLayerError`` if a column is missing, or if no row has a class; errors of
    ///   the rows and of `progress`.
    /// - Complexity: O(*n*) for *n* vertices.
    package mutating func add(
        _ rows: StreetRows, progress: (Int, Double?) throws -> Void = { _, _ in }
    ) throws {
        let survey = try StreetSurvey(
            rows, directions: StreetRowReader.directionColumns(fields)
        ) { try progress($0, $1.map { $0 / 2 }) }
        let reader = try StreetRowReader(fields, survey)
        ids.begin(rows.name, column: reader.idName, isFirst: counts.rows == 0)
        let before = counts
        try rows.forEachBatch { batch, share in
            for feature in survey.arranged(batch) { add(feature, reader) }
            try progress(counts.rows - before.rows, share.map { ($0 + 1) / 2 })
        }
        // A layer may have nothing but streets of those before it.
        let hasStreets = counts.ways > before.ways || counts.repeated > before.repeated
        if !hasStreets, counts.rows > before.rows {
            throw reader.noStreets(withoutClass: counts.withoutClass > before.withoutClass)
        }
    }

    private mutating func add(_ feature: Feature, _ reader: StreetRowReader) {
        counts.rows += 1
        guard case .polyline(let paths, _) = feature.geometry ?? .empty else {
            counts.withoutLine += 1
            return
        }
        let tags = reader.tags(of: feature)
        guard tags.contains(where: { $0.key == "highway" }) else {
            counts.withoutClass += 1
            return
        }
        let levels = reader.levels(of: feature)
        var isFirst = true
        for path in paths {
            guard let way = way(along: path, levels, tags) else { continue }
            counts.ways += 1
            var street = Street(way: way)
            if isFirst {
                street.row = counts.rows
                street.id = reader.idName.flatMap {
                    ids.id(reader.id(of: feature), row: counts.rows, column: $0)
                }
            }
            isFirst = false
            streets.append(street)
        }
    }

    /// Returns a line as a way; `nil` if it has no length or no place, or is there already.
    private mutating func way(
        along path: [Coordinate], _ levels: (from: Int, to: Int), _ tags: [StreetTag]
    ) -> Way? {
        let isOnEarth = path.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 }
        guard isOnEarth else {
            counts.withoutLine += 1
            return nil
        }
        var nodes: [Int] = []
        nodes.reserveCapacity(path.count)
        for (place, coordinate) in path.enumerated() {
            let (isFirst, isLast) = (place == 0, place == path.count - 1)
            let level = isFirst ? levels.from : isLast ? levels.to : 0
            let node = junctions.node(at: coordinate, level: level, isEnd: isFirst || isLast)
            if nodes.last != node { nodes.append(node) }
        }
        guard nodes.count > 1 else {
            counts.withoutLine += 1
            return nil
        }
        let way = Way(nodes: nodes, tags: tags)
        guard seen.insert(way.canonical).inserted else {
            counts.repeated += 1
            return nil
        }
        return way
    }

    /// Writes the streets as OSM XML. The file takes its name once it is whole and on the disk.
    ///
    /// - Parameter progress: Receives the number of streets written, and the finished
    ///   share, for about every megabyte.
    /// - Throws: `FileWriteError` if the file cannot be written; errors of `progress`.
    package func write(
        to path: String, progress: (Int, Double?) throws -> Void = { _, _ in }
    ) throws {
        var draft = try DraftFile(for: path)
        try write(into: draft, progress)
        try draft.publish()
    }

    private func write(
        into file: borrowing DraftFile, _ progress: (Int, Double?) throws -> Void
    ) throws {
        let total = Double(junctions.places.count + streets.count)
        var text = OSMText("<?xml version=\"1.0\"?>\n<osm version=\"0.6\" generator=\"waypost\">\n")
        for (number, place) in junctions.places.enumerated() {
            text.addNode(number + 1, place)
            guard text.isLong else { continue }
            try text.flush(into: file)
            try progress(0, Double(number) / total)
        }
        let greatest = ids.greatest
        var further = greatest ?? counts.rows
        for (number, street) in streets.enumerated() {
            let own = greatest == nil ? street.row : street.id
            if own == nil { further += 1 }
            text.addWay(own ?? further, street.way.nodes, street.way.tags)
            guard text.isLong else { continue }
            try text.flush(into: file)
            try progress(number, Double(junctions.places.count + number) / total)
        }
        text.end()
        try text.flush(into: file)
    }
}

extension StreetLayer.Way {
    /// The way in the direction that begins with the lower node, if both directions are open.
    fileprivate var canonical: Self {
        let isOneWay = tags.contains { $0.key == "oneway" && $0.value != "no" }
        guard !isOneWay, nodes.reversed().lexicographicallyPrecedes(nodes) else { return self }
        return Self(nodes: nodes.reversed(), tags: tags)
    }
}

/// Why a layer's streets cannot be used: what is missing, and what would work.
package struct StreetLayerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, what was found and what would work.
    package var description: String

    init(_ description: String) { self.description = description }
}

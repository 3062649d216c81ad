// Streets of GIS layers as OpenStreetMap data. Start here.

import Foundation
package import Geo

/// Streets from GIS layers, collected as OpenStreetMap's ways.
///
/// Networks are built from one kind of data, so that one set of rules decides what every mode may
/// use. Streets from elsewhere become such data first:
///
///     lines ── StreetJunctions ── nodes ─┐
///     rows ─── StreetFields ───── tags ──┴─► ways ── write(to:) ──► OSM XML
///
/// Lines meet where they share a vertex on the same level: at their ends, or where one ends on a
/// vertex of another. Lines that only cross do not meet, as on a bridge. A line's parts are ways of
/// their own. A way's id is its row's number, from 1, over all layers; further parts are numbered
/// after the last row.
///
/// The same rows give the same bytes.
///
/// ```swift
/// var layer = StreetLayer(StreetFields())
/// try layer.add(rows, named: "streets.shp")    // lines in longitude and latitude
/// try layer.write(to: path)
/// ```
package struct StreetLayer {
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

    /// What was read and left out so far.
    package private(set) var counts = Counts()
    private let fields: StreetFields
    private var junctions: StreetJunctions
    private var ways: [(row: Int?, way: Way)] = []
    private var seen: Set<Way> = []

    /// Begins without streets.
    package init(_ fields: StreetFields) {
        self.fields = fields
        junctions = StreetJunctions(snapMeters: fields.snapMeters)
    }

    /// Adds a layer's rows.
    ///
    /// - Parameters:
    ///   - rows: Lines in longitude and latitude.
    ///   - name: The file's name, for messages.
    /// - Throws: ``StreetLayerError`` if a column is missing, or if no row has a class.
    /// - Complexity: O(*n*) for *n* vertices.
    package mutating func add(_ rows: FeatureSet, named name: String) throws(StreetLayerError) {
        let reader = try StreetRowReader(fields, rows, named: name)
        let waysBefore = ways.count
        for feature in rows.features {
            counts.rows += 1
            guard case .polyline(let paths, _) = feature.geometry ?? .empty else {
                counts.withoutLine += 1
                continue
            }
            let tags = reader.tags(of: feature)
            guard tags.contains(where: { $0.key == "highway" }) else {
                counts.withoutClass += 1
                continue
            }
            let levels = reader.levels(of: feature)
            for (part, path) in paths.enumerated() {
                add(path, levels, tags, row: part == 0 ? counts.rows : nil)
            }
        }
        if ways.count == waysBefore, !rows.features.isEmpty {
            throw reader.noStreets(
                withoutClass: counts.withoutClass > 0, withoutLine: counts.withoutLine > 0)
        }
    }

    private mutating func add(
        _ path: [Coordinate], _ levels: (from: Int, to: Int), _ tags: [StreetTag], row: Int?
    ) {
        let isOnEarth = path.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 }
        guard isOnEarth else {
            counts.withoutLine += 1
            return
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
            return
        }
        let way = Way(nodes: nodes, tags: tags)
        guard seen.insert(way.canonical).inserted else {
            counts.repeated += 1
            return
        }
        counts.ways += 1
        ways.append((row, way))
    }

    /// Writes the streets as OSM XML. The file is there only once it is whole.
    ///
    /// - Throws: The system's error if the file cannot be written.
    package func write(to path: String) throws {
        let draft = path + ".partial"
        guard FileManager.default.createFile(atPath: draft, contents: nil),
            let file = FileHandle(forWritingAtPath: draft)
        else { throw StreetLayerError("\(path) cannot be written") }
        var text = OSMText("<?xml version=\"1.0\"?>\n<osm version=\"0.6\" generator=\"waypost\">\n")
        for (number, place) in junctions.places.enumerated() {
            text.addNode(number + 1, place)
            try text.flush(into: file, ifLarger: 1 << 20)
        }
        var further = counts.rows
        for (row, way) in ways {
            if row == nil { further += 1 }
            text.addWay(row ?? further, way.nodes, way.tags)
            try text.flush(into: file, ifLarger: 1 << 20)
        }
        text.end()
        try text.flush(into: file, ifLarger: 0)
        try file.close()
        guard rename(draft, path) == 0 else {
            throw StreetLayerError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
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

// `quantizationParameters`: coordinates as whole numbers on a grid, each as the step from the last.

import Geo
import RouteAPI

/// How a query wants its coordinates on a grid.
///
/// Map clients ask for it because small numbers need fewer bytes. The answer states its grid as
/// `transform`, so any grid that is fine enough will do.
struct Quantization: Sendable {
    /// The corner from which cells count.
    enum Origin: String, Sendable, CaseIterable {
        case upperLeft
        case lowerLeft
    }

    private enum Mode: String, CaseIterable {
        /// Vertices in one cell become one.
        case view
        /// Every vertex stays.
        case edit
    }

    /// Whether every vertex stays, as editing needs.
    var keepsVertices: Bool
    var origin: Origin
    /// The side of a cell; if `nil`, one is chosen by the rows.
    var tolerance: Double?
    /// The box whose corner is the origin; `nil` for the rows' own.
    var extent: Envelope?
    /// The box's system; `nil` for the answer's.
    var reference: SpatialReference?

    private static let parameter = "quantizationParameters"

    /// Reads the parameter; `nil` if it is absent.
    ///
    /// - Throws: `RouteRequestError` naming the parameter and the member.
    init?(_ reader: SelectionReader) throws(RouteRequestError) {
        guard let value = try reader.json(Self.parameter), !value.isNull else { return nil }
        func fault(_ why: String) -> RouteRequestError { reader.fault(Self.parameter, why) }
        guard let members = value.object else {
            throw fault(
                "is \(value.excerpt); an object such as {\"mode\":\"view\",\"tolerance\":1} is "
                    + "needed")
        }
        func word<Word: RawRepresentable & CaseIterable>(
            _ key: String, or usual: Word
        ) throws(RouteRequestError) -> Word where Word.RawValue == String {
            guard let value = members.value(ignoringCase: key), !value.isNull else { return usual }
            let wanted = value.string?.lowercased()
            if let word = Word.allCases.first(where: { $0.rawValue.lowercased() == wanted }) {
                return word
            }
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("has the \(key) \(value.excerpt); one of \(words) is needed")
        }
        keepsVertices = try word("mode", or: Mode.view) == .edit
        origin = try word("originPosition", or: .upperLeft)
        if let value = members.value(ignoringCase: "tolerance"), !value.isNull {
            guard let number = value.number ?? value.string.flatMap({ Double(decimal: $0) }),
                number.isFinite, number > 0
            else {
                throw fault("has the tolerance \(value.excerpt); a number above 0 is needed")
            }
            tolerance = number
        }
        guard let value = members.value(ignoringCase: "extent"), !value.isNull else { return }
        do throws(FeatureReadError) {
            extent = try Geometry(esriJSON: value).envelope
            if let system = value["spatialReference"], !system.isNull {
                reference = try SpatialReference(esriJSON: system)
            }
        } catch {
            throw fault("has an extent that cannot be used: \(error.reason)")
        }
    }
}

// MARK: - Lattices

extension Quantization {
    /// A grid of cells, by whose numbers coordinates are whole.
    struct Lattice: Hashable {
        var origin: Origin
        /// The side of a cell.
        var scale: Double
        /// The corner from which cells count.
        var corner: Coordinate

        /// Whole numbers beyond this are not exact.
        private static let most = 0x1p53

        fileprivate func cell(_ place: Coordinate) -> Coordinate {
            func count(_ distance: Double) -> Double {
                let count = (distance / scale).rounded()
                return count.isFinite ? max(-Self.most, min(Self.most, count)) + 0 : 0
            }
            return Coordinate(
                x: count(place.x - corner.x),
                y: count(origin == .upperLeft ? corner.y - place.y : place.y - corner.y))
        }
    }

    /// How many cells the longer side of the box has if no tolerance is given.
    private static let cellsOfSide = 10_000.0
    /// What ArcGIS distinguishes in degrees, and in meters.
    private static let (finestDegrees, finestMeters) = (1e-9, 1e-4)

    /// Chooses the grid for a set of rows.
    func lattice(for set: FeatureSet) -> Lattice {
        var box = Envelope()
        // A box in another system has no corner here. The rows' own serves as well.
        if let extent, !extent.isEmpty, reference?.isSame(as: set.spatialReference) ?? true {
            box = extent
        } else {
            for feature in set.features {
                if let shape = feature.geometry { box.add(shape.envelope) }
            }
        }
        guard !box.isEmpty else {
            return Lattice(origin: origin, scale: tolerance ?? 1, corner: Coordinate(x: 0, y: 0))
        }
        let side = max(box.maxX - box.minX, box.maxY - box.minY)
        let isSmall = max(abs(box.minX), abs(box.maxX)) <= 400
        let usual =
            keepsVertices
            ? (isSmall ? Self.finestDegrees : Self.finestMeters) : side / Self.cellsOfSide
        return Lattice(
            origin: origin, scale: tolerance ?? (usual > 0 ? usual : 1),
            corner: Coordinate(x: box.minX, y: origin == .upperLeft ? box.maxY : box.minY))
    }

    /// Returns rows with shapes on the grid: in each part the first vertex as a cell, and each
    /// other one as the step from the last. Measures are left out.
    ///
    /// - Complexity: O(*n*) for *n* vertices.
    func quantized(_ set: FeatureSet, on lattice: Lattice) -> FeatureSet {
        var set = set
        set.hasMeasures = false
        for row in set.features.indices {
            set.features[row].geometry = set.features[row].geometry.map {
                shape(of: $0, on: lattice)
            }
        }
        return set
    }

    private func shape(of geometry: Geometry, on lattice: Lattice) -> Geometry {
        switch geometry {
        case .empty: .empty
        case .point(let place): .point(lattice.cell(place))
        case .multipoint(let places):
            .multipoint(Self.steps(places.map(lattice.cell)))
        case .polyline(let paths, _):
            .polyline(paths: paths.map { Self.steps(cells($0, on: lattice, least: 2)) })
        case .polygon(let rings):
            .polygon(
                rings: rings.map { cells($0, on: lattice, least: 0) }
                    // A ring within two cells encloses nothing.
                    .filter { keepsVertices || $0.count > 3 }.map(Self.steps))
        }
    }

    /// Returns a part's cells.
    ///
    /// - Parameter least: Vertices in one cell become one, but not fewer than this in all.
    private func cells(_ part: [Coordinate], on lattice: Lattice, least: Int) -> [Coordinate] {
        let all = part.map(lattice.cell)
        if keepsVertices { return all }
        var cells: [Coordinate] = []
        for cell in all where cell != cells.last { cells.append(cell) }
        if cells.count < least, let last = cells.last { cells.append(last) }
        return cells
    }

    private static func steps(_ cells: [Coordinate]) -> [Coordinate] {
        zip(cells, [Coordinate(x: 0, y: 0)] + cells).map { cell, last in
            Coordinate(x: cell.x - last.x, y: cell.y - last.y)
        }
    }
}

extension JSONWriter {
    /// Writes a grid as `transform`, which leads from cells back to coordinates.
    mutating func transform(_ lattice: Quantization.Lattice) {
        object("transform") { writer in
            writer.member("originPosition", lattice.origin.rawValue)
            writer.array("scale") { writer in
                for _ in 0..<2 { writer.number(lattice.scale) }
            }
            writer.array("translate") { writer in
                writer.number(lattice.corner.x)
                writer.number(lattice.corner.y)
            }
        }
    }
}

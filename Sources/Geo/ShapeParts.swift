// The parts of shapes as readers meet them, and the one shape that they make.

/// Parts that readers collect from a collection, or from a set of shapes of one kind.
struct ShapeParts {
    private(set) var points: [Coordinate] = []
    private(set) var paths: [[Coordinate]] = []
    /// The measures of the paths, NaN where there are none.
    private(set) var measures: [[Double]] = []
    private(set) var rings: [[Coordinate]] = []
    /// Whether a set of points was among the shapes, which may have a single one.
    var hasMultipoint = false
    /// Whether any path has measures.
    private(set) var hasMeasures = false

    mutating func add(point: Coordinate) { points.append(point) }

    mutating func add(path: [Coordinate], measures: [Double]? = nil) {
        paths.append(path)
        hasMeasures = hasMeasures || measures != nil
        self.measures.append(measures ?? [Double](repeating: .nan, count: path.count))
    }

    mutating func add(_ rings: RingList) { self.rings += rings.rings }

    mutating func add(_ shape: Geometry) {
        switch shape {
        case .point(let place): points.append(place)
        case .multipoint(let places):
            points += places
            hasMultipoint = true
        case .polyline(let paths, let measures):
            for (place, path) in paths.enumerated() { add(path: path, measures: measures?[place]) }
        case .polygon(let rings): self.rings += rings
        case .empty: break
        }
    }

    /// The shape that the parts make: a single point is a point unless it was a set; `nil` if they
    /// are of several kinds.
    var shape: Geometry? {
        switch (points.isEmpty, paths.isEmpty, rings.isEmpty) {
        case (true, true, true): .empty
        case (false, true, true):
            points.count == 1 && !hasMultipoint ? .point(points[0]) : .multipoint(points)
        case (true, false, true): .polyline(paths: paths, measures: hasMeasures ? measures : nil)
        case (true, true, false): .polygon(rings: rings)
        default: nil
        }
    }
}

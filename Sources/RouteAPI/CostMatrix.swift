// The costs between origins and destinations.

/// Costs between places, by the ids of origins and destinations.
///
///     let minutes = matrix[from: 1, to: 3]?[0]    // of the first of costAttributeNames
///
/// Pairs without a path, or beyond a cutoff, are absent.
public struct CostMatrix: Hashable, Sendable {
    /// The costs from one origin to one destination.
    public struct Cell: Hashable, Sendable {
        /// The destination's `ObjectID`.
        public var destinationID: Int
        /// The costs in the order of ``CostMatrix/costAttributeNames``.
        public var costs: [Double]

        /// Creates a cell.
        public init(destinationID: Int, costs: [Double]) {
            self.destinationID = destinationID
            self.costs = costs
        }
    }

    /// The costs from one origin. Pairs without a path, or beyond a cutoff, are absent.
    public struct Row: Hashable, Sendable {
        /// The origin's `ObjectID`.
        public var originID: Int
        /// Each reached destination's `ObjectID`.
        public private(set) var destinationIDs: [Int]
        /// The first destination's costs in the order of ``CostMatrix/costAttributeNames``, then
        /// the next destination's, and so on.
        public private(set) var costs: [Double]

        /// Creates a row from flat arrays, as ``costs`` describes.
        ///
        /// - Precondition: Each destination has the same number of costs.
        public init(originID: Int, destinationIDs: [Int], costs: [Double]) {
            precondition(
                destinationIDs.isEmpty
                    ? costs.isEmpty : costs.count.isMultiple(of: destinationIDs.count),
                "\(destinationIDs.count) destinations cannot share \(costs.count) costs")
            self.originID = originID
            self.destinationIDs = destinationIDs
            self.costs = costs
        }

        /// Creates a row from cells.
        public init(originID: Int, cells: [Cell]) {
            self.init(
                originID: originID, destinationIDs: cells.map(\.destinationID),
                costs: cells.flatMap(\.costs))
        }

        /// Returns a destination's costs, by its position in ``destinationIDs``.
        func costs(at place: Int) -> ArraySlice<Double> {
            let width = costs.count / destinationIDs.count
            return costs[place * width..<(place + 1) * width]
        }

        /// The row as cells, for easy reading.
        ///
        /// - Complexity: O(*n*) for *n* destinations.
        public var cells: [Cell] {
            destinationIDs.indices.map {
                Cell(destinationID: destinationIDs[$0], costs: Array(costs(at: $0)))
            }
        }
    }

    /// The costs' names, in the order of each cell's costs.
    public var costAttributeNames: [String]
    /// One row for each origin, in the order of the origins.
    public var rows: [Row]

    /// Creates a matrix, by default without rows.
    public init(costAttributeNames: [String], rows: [Row] = []) {
        self.costAttributeNames = costAttributeNames
        self.rows = rows
    }

    /// The costs from an origin to a destination; `nil` if the matrix has none.
    ///
    /// - Complexity: O(*n*) for *n* origins and destinations of one origin.
    public subscript(from origin: Int, to destination: Int) -> [Double]? {
        guard let row = rows.first(where: { $0.originID == origin }),
            let place = row.destinationIDs.firstIndex(of: destination)
        else { return nil }
        return Array(row.costs(at: place))
    }
}

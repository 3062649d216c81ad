// Barriers of a service that count in every request.

public import Geo
import Synchronization

/// The barriers of a service that apply to every request, in addition to those that it sends.
///
/// The rows are shared by all copies. Two values are equal when they are copies of one value.
///
///     parameters.analysis.standing = StandingBarriers([
///         .init(layer: "Closures", kind: .polygon, features: closures)
///     ])
public struct StandingBarriers: Hashable, Sendable {
    /// The rows of one stored layer.
    public struct Rows: Sendable {
        /// The layer's name, for messages.
        public var layer: String
        /// The class of the barriers.
        public var kind: BarrierClass
        /// The barriers.
        public var features: FeatureSet

        /// Makes the rows of a layer.
        public init(layer: String, kind: BarrierClass, features: FeatureSet) {
            self.layer = layer
            self.kind = kind
            self.features = features
        }
    }

    private final class Contents: Sendable {
        /// The number of the set, which no other has in this process.
        let number: Int
        let rows: [Rows]

        init(number: Int, rows: [Rows]) {
            self.number = number
            self.rows = rows
        }
    }

    private static let lastNumber = Mutex(0)

    private let contents: Contents
    /// The rows of each class that are left out, by position.
    private var leftOut = ByBarrierClass<Set<Int>> { _ in [] }

    /// Makes barriers from the rows of some layers.
    public init(_ rows: [Rows]) {
        let number = Self.lastNumber.withLock { last in
            last += 1
            return last
        }
        contents = Contents(number: number, rows: rows)
    }

    /// The layers with their rows.
    public var rows: [Rows] { contents.rows }

    /// The number of the set, which no other set of other rows has in this process: caches know
    /// the rows by it.
    package var number: Int { contents.number }

    /// The rows of a class that are left out, by their positions among all rows of the class.
    package func rowsLeftOut(of kind: BarrierClass) -> Set<Int> { leftOut[kind] }

    /// Whether there are rows of a class.
    package func hasRows(of kind: BarrierClass) -> Bool {
        contents.rows.contains { $0.kind == kind && !$0.features.features.isEmpty }
    }

    /// The same without some rows of a class, to find out what they block.
    ///
    /// - Parameter positions: Positions among all rows of the class.
    package func leavingOut(_ positions: Set<Int>, of kind: BarrierClass) -> StandingBarriers {
        var fewer = self
        fewer.leftOut[kind].formUnion(positions)
        return fewer
    }

    /// Whether two values are copies of one value without the same rows.
    public static func == (a: StandingBarriers, b: StandingBarriers) -> Bool {
        a.number == b.number && a.leftOut == b.leftOut
    }

    /// Hashes the number of the set.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(leftOut)
    }
}

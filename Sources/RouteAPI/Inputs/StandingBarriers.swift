// A service's barriers that count in every request.

public import Geo
import Synchronization

/// A service's barriers that apply to every request, in addition to the barriers it sends.
///
/// Copies share the rows. Two values are equal if they are copies of one value.
///
///     parameters.analysis.standing = StandingBarriers([
///         .init(layer: "Closures", kind: .polygon, features: closures)
///     ])
public struct StandingBarriers: Hashable, Sendable {
    /// The rows of one stored layer.
    public struct Rows: Equatable, Sendable {
        /// The layer's name, for messages.
        public var layer: String
        /// The barriers' class.
        public var kind: BarrierClass
        /// The barriers, with the attributes that requests may send.
        public var features: FeatureSet

        /// Creates the rows of a layer.
        public init(layer: String, kind: BarrierClass, features: FeatureSet) {
            self.layer = layer
            self.kind = kind
            self.features = features
        }
    }

    private final class Contents: Sendable {
        /// The set's number, unique in this process.
        let number: Int
        let rows: [Rows]

        init(number: Int, rows: [Rows]) {
            self.number = number
            self.rows = rows
        }
    }

    private static let lastNumber = Mutex(0)

    private let contents: Contents
    /// The rows left out of each class, by position.
    private var leftOut = ByBarrierClass<Set<Int>> { _ in [] }

    /// Creates barriers from some layers' rows.
    public init(_ rows: [Rows]) {
        let number = Self.lastNumber.withLock { last in
            last += 1
            return last
        }
        contents = Contents(number: number, rows: rows)
    }

    /// The layers with their rows.
    public var rows: [Rows] { contents.rows }

    /// The set's number, unique in this process. Caches identify the rows by it.
    package var number: Int { contents.number }

    /// Returns which rows of a class are left out, by their positions among all rows of the class.
    package func rowsLeftOut(of kind: BarrierClass) -> Set<Int> { leftOut[kind] }

    package func hasRows(of kind: BarrierClass) -> Bool {
        contents.rows.contains { $0.kind == kind && !$0.features.features.isEmpty }
    }

    /// Returns a copy without some rows of a class, to find out what they block.
    ///
    /// - Parameter positions: Positions among all rows of the class.
    package func leavingOut(_ positions: Set<Int>, of kind: BarrierClass) -> StandingBarriers {
        var fewer = self
        fewer.leftOut[kind].formUnion(positions)
        return fewer
    }

    /// Whether two values are copies of one value and leave out the same rows.
    public static func == (a: StandingBarriers, b: StandingBarriers) -> Bool {
        a.number == b.number && a.leftOut == b.leftOut
    }

    /// Hashes the set's number and the rows left out.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(leftOut)
    }
}

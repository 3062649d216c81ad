// How many meters of a route or a leg are in each jam class.

/// The length of a route or leg in each jam class.
///
/// Lengths are edges' lengths, in whole centimeters. The sum over all classes is the length of the
/// route or leg, however its line is drawn.
///
///     let jams = route.jamLengths
///     print("\(jams[.jammed] + jams[.blocked]) of \(jams.meters) m are jammed")
public struct JamLengths: Hashable, Sendable {
    /// Centimeters by the class's raw value.
    private var centimeters = [Int64](repeating: 0, count: JamClass.allCases.count)

    /// Creates lengths of 0.
    public init() {}

    /// The meters in a class.
    public subscript(jam: JamClass) -> Double { Double(centimeters[jam.rawValue]) / 100 }

    /// The meters in all classes.
    public var meters: Double { Double(centimeters.reduce(0, &+)) / 100 }

    /// Adds to a class. Sums beyond what fits wrap, which takes lengths that no network has.
    package mutating func add(_ length: Int64, to jam: JamClass) {
        centimeters[jam.rawValue] &+= length
    }

    /// Adds the lengths of another leg.
    package mutating func add(_ other: JamLengths) {
        for jam in JamClass.allCases { add(other.centimeters[jam.rawValue], to: jam) }
    }
}

extension RouteConditions {
    /// The length of the whole route in each jam class: the sum over ``legJams``.
    ///
    /// - Complexity: O(*n*) for *n* legs.
    public var jamLengths: JamLengths {
        legJams.reduce(into: JamLengths()) { $0.add($1) }
    }
}

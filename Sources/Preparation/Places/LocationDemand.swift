// What an analysis asks of a location input, from the declaration of the input's class.

import RouteAPI

/// A location input that an analysis needs: its name, and which fields of its rows count.
///
/// A row may have any other column: if you send the stops of yesterday's tour as the origins of a
/// matrix, they still have `Sequence` and `TimeWindowStart`, which mean nothing there.
package struct LocationDemand: Hashable, Sendable {
    /// The parameter that contains it.
    package let name: String
    /// The least number of rows.
    package private(set) var minimum: Int
    /// The field with a row's number of targets; `nil` if rows have no targets.
    let targetCount: String?
    /// Whether rows may have a cutoff.
    let haveCutoffs: Bool
    /// Whether a visit to a row may have a cost.
    let haveCosts: Bool
    /// Whether rows are visited: they have a place in a route, a type and time windows.
    let areVisited: Bool

    /// Asks for an input.
    ///
    /// - Parameters:
    ///   - input: The parameter that contains it.
    ///   - minimum: The least number of rows.
    /// - Precondition: A type of layer declares the input.
    package init(_ input: String, minimum: Int) {
        guard let declared = Self.declared[input] else {
            preconditionFailure("no type of layer has the input \(input)")
        }
        self = declared
        self.minimum = minimum
    }

    private init(declared rows: AnalysisClass) {
        name = rows.answerKey
        minimum = 0
        targetCount =
            [Column.targetDestinationCount, .targetFacilityCount]
            .first(where: rows.takes)?.name
        haveCutoffs = rows.takes(.cutoff)
        haveCosts = rows.takes(.visitCost)
        areVisited = rows.takes(.sequence)
    }

    private static let declared = Dictionary(
        uniqueKeysWithValues: AnalysisClass.locations.map { ($0.answerKey, Self(declared: $0)) })

    /// The noun for the required number of rows.
    var nouns: String { minimum == 1 ? LocationInputs.noun(of: name) : name }

    /// The rows' analysis class.
    var className: String { LocationInputs.className(of: name) }
}

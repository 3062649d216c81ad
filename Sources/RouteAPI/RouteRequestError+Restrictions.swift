// The error for a list without a known restriction.

import DataStructures
import Geo

extension RouteRequestError {
    /// How many names a message quotes; a request may send many.
    private static let mostNames = 8

    /// Makes the error for a list without a known restriction. If some are known, warn instead:
    /// clients send names from other networks too.
    ///
    /// - Parameters:
    ///   - names: The names in the request, at least one.
    ///   - known: The restrictions of the network.
    ///   - subject: The beginning of the clause after the parameter.
    package static func unknownRestrictions(
        _ names: [String], among known: [String], parameter: String, subject: String = "names"
    ) -> RouteRequestError {
        let shown = names.prefix(mostNames).map { name -> String in
            let nearest = NearestName.of(name, among: known)
            return "\"\(name.excerpt(60))\"" + (nearest.map { " (did you mean \"\($0)\"?)" } ?? "")
        }
        let more = names.count - shown.count
        let found = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        // Lists in other inputs are separated by semicolons.
        let isJoined = names.contains { name in
            name.split(separator: ";").count > 1
                && name.split(separator: ";").allSatisfy { part in
                    let part = part.lowercased()
                    return known.contains { $0.lowercased() == part }
                }
        }
        let works =
            known.isEmpty
            ? "The network has no restrictions: leave the names out."
            : "Known names: \(known.map { "\"\($0)\"" }.joined(separator: ", ")); "
                + "the word none stands for no restrictions."
        return RouteRequestError(
            .unknownAttribute, extendedCode: .badAttributeParameter, parameter: parameter,
            "\(subject) no restriction that the network has, but \(found). "
                + (isJoined ? "Separate the names by commas. " : "") + works)
    }
}

// Failures, with the codes OSRM's clients read.

package import RouteAPI

/// A reason why a request in OSRM's form has no answer.
///
/// Use ``code`` in programs. Show ``message`` to people: it says what is wrong and what would work.
package struct OSRMError: Error, Hashable, Sendable {
    /// OSRM's words for failures.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The URL does not look like a request.
        case invalidURL = "InvalidUrl"
        /// The service does not exist.
        case invalidService = "InvalidService"
        /// The version does not exist.
        case invalidVersion = "InvalidVersion"
        /// Options contradict each other or the coordinates.
        case invalidOptions = "InvalidOptions"
        /// An option is unknown, or its value cannot be read.
        case invalidQuery = "InvalidQuery"
        /// A value is out of its range.
        case invalidValue = "InvalidValue"
        /// The request is larger than the server allows.
        case tooBig = "TooBig"
        /// No street is near enough.
        case noSegment = "NoSegment"
        /// No route connects the coordinates.
        case noRoute = "NoRoute"
        /// No pair has a path, so there is no table.
        case noTable = "NoTable"
        /// The trace matches no streets.
        case noMatch = "NoMatch"
        /// No trip visits all coordinates.
        case noTrips = "NoTrips"
        /// The server does not support this.
        case notImplemented = "NotImplemented"
    }

    /// The word for programs.
    package var code: Code
    /// The sentence for people.
    package var message: String

    /// Creates a failure.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Translates a failed analysis into OSRM's codes.
    package init(_ error: RouteRequestError, of service: OSRMService) {
        let code: Code =
            switch error.identifier {
            case .limitExceeded, .timedOut: .tooBig
            case .notLocated, .tooFewStops: .noSegment
            case .noSolution, .cancelled: service.nothingFound
            case .invalidParameter, .unknownAttribute, .unknownSpatialReference, .invalidGeometry:
                .invalidValue
            }
        let details = error.details.joined(separator: " ")
        let text = details.isEmpty ? error.message : details
        guard error.identifier == .notLocated else {
            self.init(code, text)
            return
        }
        // The text names a location by its number, from 1. If it is not a location, it is a
        // barrier.
        guard let named = text.prefixMatch(of: /Location "(\d+)" in "(\w+)"/),
            !named.output.2.hasSuffix("Barriers"), let number = Int(named.output.1)
        else {
            self.init(text.contains("Barriers") ? .invalidValue : code, text)
            return
        }
        self.init(code, "\(Self.noSegment(at: number - 1)): \(text)")
    }

    /// Returns the words from which clients learn that a coordinate, counted from 0, has no street.
    static func noSegment(at index: Int) -> String {
        "Could not find a matching segment for coordinate \(index)"
    }
}

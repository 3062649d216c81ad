// Errors of invalid requests, with their codes on the wire. Servers have errors of their own.

/// The reason why a request cannot be answered, which is sent to the caller.
public struct RouteRequestError: Error, Hashable, Sendable {
    /// A fixed word for programs: metrics, logs and tests.
    public enum Identifier: String, Hashable, Sendable {
        /// A parameter's value is invalid.
        case invalidParameter = "invalid-parameter"
        /// A named network attribute does not exist or is of another kind.
        case unknownAttribute = "unknown-attribute"
        /// A spatial reference is not known.
        case unknownSpatialReference = "unknown-spatial-reference"
        /// A shape is empty, not finite or malformed.
        case invalidGeometry = "invalid-geometry"
        /// The request is larger than the service allows.
        case limitExceeded = "limit-exceeded"
        /// An input location found no usable street.
        case notLocated = "not-located"
        /// Fewer than two valid stops.
        case tooFewStops = "too-few-stops"
        /// No route connects the stops.
        case noSolution = "no-solution"
        /// The solve took longer than the service allows.
        case timedOut = "timed-out"
        /// The solve was cancelled.
        case cancelled = "cancelled"
    }

    /// An error of one parameter.
    public struct Fault: Hashable, Sendable {
        /// The parameter's name on the wire.
        public var parameter: String
        /// The sentence about it, one of the error's details.
        public var text: String

        /// Makes a fault.
        public init(parameter: String, text: String) {
            self.parameter = parameter
            self.text = text
        }

        /// The same as an error of a strict request, in which nothing is ignored.
        package var refused: Fault {
            Fault(parameter: parameter, text: text.replacing(" and was ignored", with: ""))
        }
    }

    /// The message of a solve that was stopped before it was finished.
    package static let stoppedMessage = "Error performing solve operation."

    /// The kind of error.
    public var identifier: Identifier
    /// The envelope's `code`.
    public var code: Int
    /// The envelope's `extendedCode`, where ArcGIS has one.
    public var extendedCode: ExtendedCode?
    /// The envelope's `message`.
    public var message: String
    /// Sentences naming the input, what was found and what would work.
    public var details: [String]
    /// The parameters that are at fault, where the error is about parameters. The envelope does
    /// not have them; forms show them beside their controls.
    public var faults: [Fault] = []
    /// The reasons for programs, where they were determined.
    public var reasons: [Reason] = []

    /// Makes an error.
    public init(
        _ identifier: Identifier, code: Int = 400, extendedCode: ExtendedCode? = nil,
        message: String = "Unable to complete operation.", details: [String]
    ) {
        self.identifier = identifier
        self.code = code
        self.extendedCode = extendedCode
        self.message = message
        self.details = details
    }

    /// Makes the error for an invalid parameter.
    public static func invalidParameter(_ name: String, _ why: String) -> RouteRequestError {
        RouteRequestError(
            .invalidParameter, extendedCode: .invalidInput,
            message: "Invalid or missing input parameters.", parameter: name, why)
    }

    /// Makes an error about one parameter.
    ///
    /// - Parameters:
    ///   - parameter: Its name.
    ///   - why: What was found and what would work, as a clause.
    public init(
        _ identifier: Identifier, extendedCode: ExtendedCode?,
        message: String = "Unable to complete operation.", parameter: String, _ why: String
    ) {
        let text = "Parameter \"\(parameter)\": \(why)"
        self.init(identifier, extendedCode: extendedCode, message: message, details: [text])
        faults = [Fault(parameter: parameter, text: text)]
    }

    /// The same error with all sentences attributed to one parameter.
    package func blaming(_ parameter: String) -> RouteRequestError {
        var error = self
        error.faults = details.map { Fault(parameter: parameter, text: $0) }
        return error
    }
}

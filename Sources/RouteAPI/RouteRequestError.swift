// Errors for invalid requests, with their codes on the wire. Servers add their own error types.

/// Why a request cannot be answered; sent to the caller.
///
/// Every room of the analysis throws this one type when the request is at fault. It carries what
/// each reader needs:
///
/// - ``details`` for people: sentences that name the input, what was found and what would work.
/// - ``code``, ``extendedCode`` and ``message`` for ArcGIS clients, which match some of them.
/// - ``identifier`` for metrics, exit codes and tests: one fixed word.
/// - ``faults`` for forms, which show each sentence next to its control.
/// - ``reasons`` for programs that correct the request and send it again.
///
/// It is a struct, because the wire needs the same members in every case. Inside the engine, "no
/// path" is a normal result; the analysis turns it into this error. Failures of the server itself
/// have other types.
public struct RouteRequestError: Error, Hashable, Sendable {
    /// A fixed word for programs: metrics, logs and tests.
    public enum Identifier: String, Hashable, Sendable {
        /// A parameter's value is invalid.
        case invalidParameter = "invalid-parameter"
        /// A network attribute with this name does not exist, or is of another kind.
        case unknownAttribute = "unknown-attribute"
        /// The spatial reference is unknown.
        case unknownSpatialReference = "unknown-spatial-reference"
        /// A shape is empty, malformed, or has coordinates that are not finite.
        case invalidGeometry = "invalid-geometry"
        /// The request is larger than the service allows.
        case limitExceeded = "limit-exceeded"
        /// No usable street was found for a location.
        case notLocated = "not-located"
        /// There are fewer than two valid stops.
        case tooFewStops = "too-few-stops"
        /// No route connects the stops.
        case noSolution = "no-solution"
        /// The solve took longer than the service allows.
        case timedOut = "timed-out"
        /// The solve was cancelled.
        case cancelled = "cancelled"
    }

    /// What is wrong with one parameter.
    public struct Fault: Hashable, Sendable {
        /// The parameter's name on the wire.
        public var parameter: String
        /// The sentence about it, which is also in the error's details.
        public var text: String

        /// Creates a fault.
        public init(parameter: String, text: String) {
            self.parameter = parameter
            self.text = text
        }

        /// The fault as an error of a strict request, which ignores nothing.
        package var refused: Fault {
            Fault(parameter: parameter, text: text.replacing(" and was ignored", with: ""))
        }
    }

    /// The message for a solve that was stopped early.
    package static let stoppedMessage = "Error performing solve operation."

    /// The kind of error, as a fixed word.
    public var identifier: Identifier
    /// The envelope's `code`, 400 unless stated.
    public var code: Int
    /// The envelope's `extendedCode`, if ArcGIS has one for this error.
    public var extendedCode: ExtendedCode?
    /// The envelope's `message`, a short summary.
    public var message: String
    /// Sentences that name the input, what was found and what would work.
    public var details: [String]
    /// The parameters at fault, if the error is about parameters. They are not in the envelope;
    /// forms show them next to their controls.
    public var faults: [Fault] = []
    /// The causes in a form for programs, if they were determined.
    public var reasons: [Reason] = []

    /// Creates an error without faults and reasons.
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

    /// Creates the error for an invalid parameter.
    public static func invalidParameter(_ name: String, _ why: String) -> RouteRequestError {
        RouteRequestError(
            .invalidParameter, extendedCode: .invalidInput,
            message: "Invalid or missing input parameters.", parameter: name, why)
    }

    /// Creates an error about one parameter.
    ///
    /// - Parameters:
    ///   - parameter: The parameter's name.
    ///   - why: What was found and what would work, as a clause.
    public init(
        _ identifier: Identifier, extendedCode: ExtendedCode?,
        message: String = "Unable to complete operation.", parameter: String, _ why: String
    ) {
        let text = "Parameter \"\(parameter)\": \(why)"
        self.init(identifier, extendedCode: extendedCode, message: message, details: [text])
        faults = [Fault(parameter: parameter, text: text)]
    }

    /// Returns the same error with all sentences attributed to one parameter.
    package func blaming(_ parameter: String) -> RouteRequestError {
        var error = self
        error.faults = details.map { Fault(parameter: parameter, text: $0) }
        return error
    }
}

// The interface of errors that are sent to clients.

/// An error that can be sent to clients as an error envelope.
///
/// ``RouteRequestError`` covers invalid requests. Servers add their own types, for jobs or tokens
/// for example.
public protocol EnvelopeError: Error, Sendable {
    /// The envelope's `code`, such as 400.
    var code: Int { get }
    /// The envelope's `extendedCode`, if ArcGIS has one for this error.
    var extendedCode: ExtendedCode? { get }
    /// The envelope's `message`, a short summary.
    var message: String { get }
    /// Sentences that name the input, what was found and what would work.
    var details: [String] { get }
    /// The parameters at fault, if the error is about parameters.
    var faults: [RouteRequestError.Fault] { get }
    /// The causes in a form for programs, if they were determined.
    var reasons: [Reason] { get }
}

extension RouteRequestError: EnvelopeError {}

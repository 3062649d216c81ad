// The interface of errors that are sent to clients.

/// An error that can be sent to clients as an error envelope.
///
/// ``RouteRequestError`` is for invalid requests; servers have errors of their own.
public protocol EnvelopeError: Error, Sendable {
    /// The envelope's `code`.
    var code: Int { get }
    /// The envelope's `extendedCode`, where ArcGIS has one.
    var extendedCode: ExtendedCode? { get }
    /// The envelope's `message`.
    var message: String { get }
    /// Sentences naming the input, what was found and what would work.
    var details: [String] { get }
    /// The parameters that are at fault, where the error is about parameters.
    var faults: [RouteRequestError.Fault] { get }
    /// The causes for programs, where they were determined.
    var reasons: [Reason] { get }
}

extension RouteRequestError: EnvelopeError {}

// What every error that reaches a client says.

/// An error as its envelope says it.
///
/// ``RouteRequestError`` is what a request is wrong about; servers have errors of their own.
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
    /// The cause for programs, where it was looked for.
    var reasons: [Reason] { get }
}

extension RouteRequestError: EnvelopeError {}

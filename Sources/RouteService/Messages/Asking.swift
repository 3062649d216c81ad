// A request on its way to the resource that answers it.

import AccessControl
import ServiceTransport

/// A request to a resource, with its caller.
struct Asking: Sendable {
    let request: ServiceRequest
    let writer: AnswerWriter
    let server: ServerTools
    let context: RouteServiceContext
    /// The caller; only its network for public resources, which ignore tokens.
    let caller: Caller
    /// The services the caller may use.
    let catalog: ServiceCatalog
    /// All services, as they were when the request came.
    let snapshot: ServiceCatalog
}

/// The parts of the server that many resources use.
struct ServerTools: Sendable {
    /// The server's services. A request uses the snapshot that it began with.
    let published: PublishedCatalog
    let gate: AccessGate
    /// The threads for blocking work besides solves.
    let lanes: Lanes
    /// Limits the work that requests cause on other hosts.
    let outbound: OutboundLimits
    let origin: ServerOrigin
    let shutdownGraceSeconds: Double
}

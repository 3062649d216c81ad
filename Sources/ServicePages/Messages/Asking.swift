// A request on its way to the resource that answers it.

package import AccessControl
package import PublishedServices
package import ServiceTransport

/// A request to a resource, with its caller.
package struct Asking: Sendable {
    package let request: ServiceRequest
    package let writer: AnswerWriter
    package let server: ServerTools
    package let context: RouteServiceContext
    /// The caller; only its network for public resources, which ignore tokens.
    package let caller: Caller
    /// The services the caller may use.
    package let catalog: ServiceCatalog
    /// All services, as they were when the request came.
    package let snapshot: ServiceCatalog

    package init(
        request: ServiceRequest, writer: AnswerWriter, server: ServerTools,
        context: RouteServiceContext, caller: Caller, catalog: ServiceCatalog,
        snapshot: ServiceCatalog
    ) {
        self.request = request
        self.writer = writer
        self.server = server
        self.context = context
        self.caller = caller
        self.catalog = catalog
        self.snapshot = snapshot
    }
}

/// The parts of the server that many resources use.
package struct ServerTools: Sendable {
    /// The server's services. A request uses the snapshot that it began with.
    package let published: PublishedCatalog
    package let gate: AccessGate
    /// The threads for blocking work besides solves.
    package let lanes: Lanes
    /// Limits the work that requests cause on other hosts.
    package let outbound: OutboundLimits
    package let origin: ServerOrigin
    package let shutdownGraceSeconds: Double

    package init(
        published: PublishedCatalog, gate: AccessGate, lanes: Lanes, outbound: OutboundLimits,
        origin: ServerOrigin, shutdownGraceSeconds: Double
    ) {
        self.published = published
        self.gate = gate
        self.lanes = lanes
        self.outbound = outbound
        self.origin = origin
        self.shutdownGraceSeconds = shutdownGraceSeconds
    }
}

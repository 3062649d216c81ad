// What belongs to one request besides its text: its connection and its id.

package import Hummingbird
import Logging
package import NIOCore

/// What Hummingbird passes along with a request.
package struct RouteServiceContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection the request arrived on.
    package let channel: any Channel
    /// The request's id in the log and in the answer.
    package let requestID: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        // A no-op logger has no metadata, and `RequestContext.id` would trap.
        let logged = source.logger[metadataKey: "hb.request.id"]?.description
        requestID = logged ?? RequestID().description
    }
}

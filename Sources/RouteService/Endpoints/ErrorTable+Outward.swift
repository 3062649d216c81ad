// Failures of what requests have read from elsewhere.

import HTTPTypes
import RouteAPI

extension ErrorTable {
    /// More features asked for by url than the server takes at once.
    static func fetchesBusy() -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: [
                "The server is fetching as many features by url as it can at once; try again "
                    + "shortly, or send the features themselves."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "5"])
    }
}

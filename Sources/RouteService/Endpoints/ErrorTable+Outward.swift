// Failures of what requests have read from elsewhere.

import HTTPTypes
import RouteAPI

extension ErrorTable {
    /// More features asked for by url than the server takes at once.
    static func fetchesBusy() -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: [
                "As many features are fetched by url as this server takes at once; try again "
                    + "shortly, or send the features themselves."
            ],
            status: .serviceUnavailable, headers: [.retryAfter: "5"])
    }
}

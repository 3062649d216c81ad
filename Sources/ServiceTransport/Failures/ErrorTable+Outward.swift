// Failures when fetching features by URL.

import HTTPTypes
import RouteAPI

extension ErrorTable {
    /// More features fetched by URL than the server handles at once.
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

// Other forms of requests and answers than Waypost's own.

import Hummingbird
import Preparation
import RouteAPI
import ServicePages

/// A request in another form, which an operation answers.
///
/// ``OperationEndpoint`` does the work in its lanes; a translation says what is asked, and how the
/// result is written. Both run on any thread, possibly more than once.
protocol RequestTranslation: Sendable {
    func request(to operation: AnalysisOperation) throws -> AnalysisRequest

    func response(
        to asked: AnalysisRequest, _ result: AnalysisResult, _ writer: AnswerWriter
    ) throws -> Response
}

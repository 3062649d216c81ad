// The answer to an operation in its three forms.

import Geo
import Preparation
import RouteAPI

/// An operation's answer.
struct OperationAnswer: Resource {
    let layer: PublishedLayer
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// The request as solved, with all rows fetched.
    let solved: AnalysisRequest
    let result: AnalysisResult

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] { AnalysisResultWriter.json(result, pretty: pretty) }

    func geoJSON() -> [UInt8]? { AnalysisResultWriter.geoJSON(result) }

    func page() -> DirectoryPage {
        AnswerPage(layer: layer, fields: fields, solved: solved, result: result).page
    }
}

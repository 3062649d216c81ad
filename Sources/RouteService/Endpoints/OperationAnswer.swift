// The answer to an operation in its three forms.

import Geo
import RouteAPI
import NetworkAnalysis

/// The answer of an operation.
struct OperationAnswer: Resource {
    let layer: PublishedLayer
    /// The fields as they were sent, for the form on the page.
    let fields: FormParameters
    /// The request as it was solved, with all rows fetched.
    let solved: AnalysisRequest
    let result: AnalysisResult

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] { AnalysisResultWriter.json(result, pretty: pretty) }

    func geoJSON() -> [UInt8]? { AnalysisResultWriter.geoJSON(result) }

    func page() -> DirectoryPage {
        AnswerPage(layer: layer, fields: fields, solved: solved, result: result).page
    }
}

// The answer to an operation in its three forms.

import Geo
import RouteAPI
import NetworkAnalysis

/// What an operation found.
struct OperationAnswer: Resource {
    let layer: PublishedLayer
    /// What was asked as it was sent, for the form that goes with the page.
    let fields: FormParameters
    /// The same as it was solved: with all rows at hand.
    let solved: AnalysisRequest
    let result: AnalysisResult

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] { AnalysisResultWriter.json(result, pretty: pretty) }

    func geoJSON() -> [UInt8]? { AnalysisResultWriter.geoJSON(result) }

    func page() -> DirectoryPage {
        AnswerPage(layer: layer, fields: fields, solved: solved, result: result).page
    }
}

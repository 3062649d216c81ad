// Fuzz target for requests in OSRM's form, from their path and options to their answers.

import Geo
import MatrixAnalysis
import OSRMAPI
import Preparation
import RouteAPI
import RouteAnalysis
import RouteService

extension FuzzTarget {
    /// A request's path and its query. If it is read, the town's network answers it.
    static let osrm = FuzzTarget(
        name: "osrm",
        words: OSRMService.allCases.map { "\($0.rawValue)/v1/driving/" }
            + OSRMService.route.optionNames.map { "&\($0)=" } + [
                "10.0000,50.0000", ";", ";;", ",", "polyline(", "polyline6(", ")", ".json", "?",
                "true", "false", "unlimited", "all", "any", "first", "last", "full", "geojson",
                "curb", "opposite", "toll", "nodes", "duration,distance", "0;0", "1e300", "nan",
                "-0", "180", "W1_", "&sources=", "&destinations=", "&timestamps=", "&roundtrip=",
                "&tidy=true", "&gaps=ignore", "&number=", "&scale_factor=", "&fallback_speed=",
            ]
    ) { bench in
        let layer = try Town(bench).layer()
        let matrices = layer.layer(of: .odCostMatrix)
        return { bytes in
            try isTaken {
                let halves = String(decoding: bytes, as: UTF8.self).split(
                    separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
                let segments = (halves.first ?? "").split(separator: "/").map(String.init)
                guard let service = segments.first.flatMap(OSRMService.init) else {
                    throw OSRMError(.invalidService, "There is no such service.")
                }
                let form = try UntrustedInput.form(
                    Array((halves.count > 1 ? halves[1] : "").utf8),
                    contentType: "application/x-www-form-urlencoded")
                let fields = form.fields.map { (name: $0.name, value: $0.value) }
                let request = try OSRMRequest(service, segments.dropFirst(), fields)
                // Other targets answer larger requests; here the options matter.
                guard request.coordinates.count <= 12 else { return }
                do {
                    try answer(request, on: service == .table ? matrices : layer)
                } catch let error as RouteRequestError {
                    throw OSRMError(error, of: service)
                }
            }
        }
    }

    /// Answers a request, and reads the answer again.
    private static func answer(_ request: OSRMRequest, on layer: NetworkLayer) throws {
        let view = OSRMLayer(layer.layerDescription) { layer.streetName(ofElement: $0) }
        let asked: AnalysisRequest =
            switch request.service {
            case .route, .trip:
                AnalysisOperation.solve.request(try request.routeParameters(on: view))
            case .nearest: AnalysisOperation.locate.request(try request.routeParameters(on: view))
            case .match: AnalysisOperation.match.request(try request.matchParameters(on: view))
            case .table:
                AnalysisOperation.solveODCostMatrix.request(try request.tableParameters(on: view))
            }
        let result = try layer.answer(asked, control: SolveControl())
        let json = try OSRMAnswer(to: request, on: view, asked.analysis).json(result)
        do {
            let answer = try JSONValue.parse(json)
            guard answer["code"] == "Ok" else { throw Violation("an answer has another code") }
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("an answer is no JSON: \(error)")
        }
    }
}

// Fuzz targets for parts of requests: forms, conditions, tokens, and other hosts' answers.

import Foundation
import Geo
import RouteAPI
import RouteService
import RouteTaskClient

extension FuzzTarget {
    static let form = FuzzTarget(
        name: "form",
        words: SolveWords.names.map { "&\($0)=" } + [
            "%7B%22features%22%3A%5B", "%22%7D", "+", "%", "%2", "&&", "==",
            "esriNFSBAllowBacktrack",
            "{\"type\":\"layer\",\"where\":\"", "{\"url\":\"http://", "1,2;3,4", "now",
            "POINT (1 2)",
            "\r\n--x\r\nContent-Disposition: form-data; name=\"stops\"\r\n\r\n", "\r\n--x--",
        ]
    ) { _ in
        { bytes in
            try isTaken {
                let isMultipart = bytes.starts(with: "--".utf8)
                let form = try UntrustedInput.form(
                    bytes,
                    contentType: isMultipart
                        ? "multipart/form-data; boundary=x" : "application/x-www-form-urlencoded")
                let parameters = try RouteParameters(form: form)
                let fields = parameters.formFields
                do {
                    let again = try RouteParameters(fields: fields)
                    try expectSame(again.formFields, fields, "a request")
                } catch let refusal as RouteRequestError {
                    throw Violation("a request is refused when it is read again: \(refusal)")
                }
            }
        }
    }

    static let condition = FuzzTarget(
        name: "where",
        words: [
            " AND ", " OR ", "NOT ", " BETWEEN ", " IN (", " LIKE '", " ESCAPE '", " IS NULL",
            "''", "||", "<>", "TIMESTAMP '", "DATE '2026-01-01'", "CURRENT_DATE", "UPPER(", "MOD(",
            "POWER(", "SUBSTRING(", "EXTRACT(", "CAST(", "ROUND(", "%", "_", "--", "/*",
        ]
    ) { _ in
        { bytes in
            try isTaken {
                let clause = try WhereClause(String(decoding: bytes, as: UTF8.self))
                let values: [WhereValue] = [
                    .null, .number(-0.0), .number(.infinity), .number(1e308), .text(""),
                    .text("Rue d'É 🚗"), .coded(3, "Motorway"), .text("2026-11-21"),
                ]
                for (first, value) in values.enumerated() {
                    _ = clause.holds { $0.utf8.count % 2 == 0 ? value : values[7 - first] }
                }
            }
        }
    }

    static let token = FuzzTarget(
        name: "token",
        words: [
            "Bearer ", "agstoken=", "; ", "http://127.0.0.1:", "http://[::1]/", "//", "@", "..",
            "urn:ietf:wg:oauth:2.0:oob", "$scrypt$ln=", "r=8,p=3$", "/arcgis/rest/", "?token=",
            "https://maps.example", "#", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", ".", "\"aud\":",
            "\"access\"", "\"refresh\"", "\"oauth_state\"", "\"exp\":", "\"iat\":", "\"sid\":",
            "\"ip\":", "\"stamp\":", "\"gen\":", "\"mark\":", "\"redirect_uri\":",
        ], readsTrees: true
    ) { _ in
        { bytes in
            // Signs inputs that begin as an object, like the server's own claims: readers must bear
            // anything a holder of the key writes.
            let isSigned = bytes.first == UInt8(ascii: "{")
            return UntrustedInput.credential(
                isSigned
                    ? UntrustedInput.signed(bytes) : String(decoding: bytes, as: UTF8.self))
        }
    }

    static let hosts = FuzzTarget(
        name: "hosts",
        words: ["\"features\":", "\"error\":", "\"message\":", "\"geometry\":", "}{", "\u{FEFF}{"],
        readsTrees: true
    ) { _ in
        { bytes in
            try isTaken {
                var read = RouteParameters()
                read.analysis = try waited {
                    try await UntrustedInput.features(answeredWith: bytes)
                }
                _ = try RouteParameters(fields: read.formFields)
            }
        }
    }

    static let client = FuzzTarget(
        name: "client",
        words: [
            "\"routes\":", "\"directions\":", "\"messages\":", "\"reasons\":", "\"change\":",
            "\"compressedGeometry\":", "\"summary\":", "\"error\":", "\"layerType\":",
            "\"esriNAServerRouteLayer\"", "\"travelMode\":",
        ], readsTrees: true
    ) { _ in
        { bytes in
            guard let url = URL(string: "http://server.example/NAServer/Route") else {
                throw Violation("a plain URL is none")
            }
            let task = RouteTask(url: url, transport: GivenReply(body: bytes))
            let isAnswer = try isTaken {
                _ = try waited { try await task.solve(fields: ["stops": "1,2;3,4"]) }
            }
            let isLayer = try isTaken { _ = try waited { try await task.defaultParameters() } }
            return isAnswer || isLayer
        }
    }
}

/// Gives every call the same answer.
private struct GivenReply: HTTPTransport {
    let body: [UInt8]

    func send(_ call: HTTPCall) async throws -> HTTPReply { HTTPReply(status: 200, body: body) }
}

/// Parameter names.
enum SolveWords {
    static let names = [
        "stops", "barriers", "polylineBarriers", "polygonBarriers", "travelMode", "startTime",
        "useHierarchy", "findBestSequence", "preserveFirstStop", "useTimeWindows", "returnRoutes",
        "restrictUTurns", "outSR", "outputLines", "directionsLanguage", "locateSettings",
        "impedanceAttributeName", "accumulateAttributeNames", "attributeParameterValues",
        "restrictionAttributeNames", "outputGeometryPrecision", "context", "validate", "strict",
        "returnDirections", "directionsStyleName", "ignoreInvalidLocations", "timeWindowsAreUTC",
        "f", "token", "callback", "explainParameters", "returnTraversedEdges", "overrides",
    ]
}

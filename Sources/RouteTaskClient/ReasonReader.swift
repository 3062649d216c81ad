// Reads reasons and suggested changes as typed values: the inverse of RouteAPI's
// Answer/ReasonsWriter.swift.

public import Geo
public import RouteAPI

extension Reason {
    /// Reads an element of `reasons` from an answer or an error envelope.
    ///
    /// A reply identifies rows by `ObjectID`. Pass the request's parameters so that these ids can
    /// be mapped back to rows: they are the rows' own ids if `preserveObjectID` is true.
    ///
    /// - Parameters:
    ///   - json: The element.
    ///   - parameters: The request's parameters. Without them, ids are taken for row numbers from
    ///     1, which is right unless `preserveObjectID` is true.
    /// - Returns: `nil` if the element names no stop or has an unknown cause.
    public init?(json: JSONValue, asking parameters: (any OperationParameters)? = nil) {
        self.init(json, SentRows(parameters?.analysis))
    }

    init?(_ json: JSONValue, _ rows: SentRows) {
        guard let cause = json["cause"]?.string.flatMap(Cause.init(rawValue:)),
            let stop = rows.stop(json["stop"])
        else { return nil }
        self.init(cause, json["text"]?.string ?? "", stop: stop)
        from = rows.stop(json["from"])
        routeName = json["routeName"]?.string
        distanceMeters = json["distanceMeters"]?.number
        toleranceMeters = json["toleranceMeters"]?.number
        restrictions = json["restrictions"]?.array?.compactMap(\.string) ?? []
        barriers = rows.barriers(json["barriers"])
        components = json["components"]?.array?.compactMap(\.integer) ?? []
        pocket = (json["pocket"]?["paths"]?.array ?? []).map { line in
            (line.array ?? []).compactMap { position in
                let numbers = position.array?.compactMap(\.number) ?? []
                return numbers.count < 2 ? nil : Coordinate(x: numbers[0], y: numbers[1])
            }
        }
        change = json["change"].flatMap { RequestChange($0, rows) }
    }
}

extension RequestChange {
    /// Reads the member `change` of a reason. Returns `nil` for unknown changes.
    fileprivate init?(_ json: JSONValue, _ rows: SentRows) {
        if let name = json["parameter"]?.string, let value = json["value"] {
            self = .parameter(name, value)
        } else if let stop = json["stops"]?.array?.first, let reference = rows.stop(stop),
            let attributes = stop["attributes"]?.object
        {
            self = .stop(reference, attributes)
        } else {
            let removed = rows.barriers(json["removeBarriers"])
            if removed.isEmpty { return nil }
            self = .removingBarriers(removed)
        }
    }
}

/// Maps the ids in an answer to rows of its request.
struct SentRows {
    /// For each input, the positions of rows by their own ids. Empty if ids are row numbers.
    private var positions: [String: [Int: Int]] = [:]

    /// Indexes the rows' own ids if the answer preserves them.
    init(_ parameters: AnalysisParameters?) {
        guard let parameters, parameters.locations.preserveObjectID == true else { return }
        for (name, set) in parameters.sentInputs {
            for (row, feature) in set.features.enumerated() {
                guard case .integer(let id)? = set.value("ObjectID", of: feature) else { continue }
                positions[name, default: [:]][id] = row
            }
        }
    }

    /// Reads a reference to a location. Without a member `input` it is a stop.
    func stop(_ json: JSONValue?) -> StopReference? {
        guard let id = json?["objectId"]?.integer else { return nil }
        let input = json?["input"]?.string ?? RouteParameters.stopsName
        return StopReference(
            input: input, row: row(id, of: input), objectID: id,
            name: json?["name"]?.string ?? "")
    }

    func barriers(_ json: JSONValue?) -> [BarrierReference] {
        (json?.array ?? []).compactMap { item in
            guard let name = item["parameter"]?.string, let id = item["objectId"]?.integer
            else { return nil }
            return BarrierReference(
                parameter: name, row: row(id, of: name), objectID: id,
                name: item["name"]?.string ?? "", isStanding: item["standing"]?.bool ?? false)
        }
    }

    private func row(_ id: Int, of input: String) -> Int { positions[input]?[id] ?? id - 1 }
}

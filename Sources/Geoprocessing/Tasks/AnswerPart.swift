// A part of a task's outputs as bytes, so that a restarted job can continue after it.

import Geo
package import RouteAPI

/// A part of a task's outputs, stored until all parts of a job are joined.
///
/// A job with several routes is solved part by part, by any worker in any order; every finished
/// part is stored as ``bytes``, so that a restart loses at most the parts under way. `JobRoutes` in
/// RouteService makes the parts and joins them.
///
/// Each part counts its rows from 1, as if it were the whole answer. To join parts, go through them
/// in the request's order and move each behind those before it: ``moved(behind:)`` adds the last
/// numbers so far (``OutputNumbers``) to its rows and to all columns that refer to them. Then pass
/// each output to an ``OutputMerger``, which returns the bytes to append. The joined outputs equal
/// an undivided answer byte for byte.
///
/// Moving works on the written JSON (``MemberMover``) and never parses it, since outputs may have
/// hundreds of megabytes. The stored format has a ``version``; parts from another version are not
/// read.
package struct AnswerPart: Hashable, Sendable {
    /// The outputs, each with its rows.
    package var outputs: [OutputPart]
    /// The last numbers of the rows.
    package var numbers: OutputNumbers
    /// How many routes were found in this part.
    package var foundRoutes: Int

    /// Makes a part from an answer.
    ///
    /// - Parameters:
    ///   - result: The answer to this part of the request.
    ///   - route: The name of the part's route, if the request has several.
    package init(
        of result: AnalysisResult, for request: GPRequest, task: GPTask, route: String? = nil
    ) {
        var outputs = task.outputs(of: result, for: request)
        if let route,
            let place = outputs.firstIndex(where: { $0.name == OperationTask.routeMessages })
        {
            outputs[place].value = .list(
                result.messages.map { message in
                    message.json(
                        about: route, result.reasons.first { $0.text == message.text })
                })
        }
        self.outputs = outputs.map { OutputPart($0) }
        numbers = OutputNumbers(of: outputs)
        // A request may ask for no routes; an error then says that no route was found.
        foundRoutes =
            result.routes?.features.count
            ?? (result.messages.contains { $0.type == .error } ? 0 : 1)
    }

    /// Returns the part with its rows numbered behind the earlier parts' rows.
    ///
    /// - Parameter numbers: The last numbers in the earlier parts.
    /// - Complexity: O(*n*) for *n* bytes.
    package func moved(behind numbers: OutputNumbers) -> AnswerPart {
        var part = self
        for place in outputs.indices { numbers.move(&part.outputs[place]) }
        part.numbers = numbers
        part.numbers.add(self.numbers)
        return part
    }

    // MARK: - Bytes

    /// The version of the stored format.
    package static let version = 2

    /// The part as bytes: the head's length, the head as JSON, the contents.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", Self.version)
        writer.member("foundRoutes", foundRoutes)
        writer.key("numbers")
        writer.value(numbers.json)
        writer.array("outputs") { writer in
            for output in outputs {
                writer.beginObject()
                writer.member("name", output.name)
                writer.member("form", output.form.rawValue)
                writer.member("head", output.head.count)
                writer.member("rows", output.rows.count)
                writer.member("count", output.count)
                writer.endObject()
            }
        }
        writer.endObject()
        let head = writer.bytes
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: head.count >> (8 * $0)) }
        bytes += head
        for output in outputs {
            bytes += output.head
            bytes += output.rows
        }
        return bytes
    }

    /// Reads a part.
    ///
    /// - Returns: `nil` if another version wrote the bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
        guard length <= bytes.count - 4,
            let head = Self.parsed(bytes[4..<(4 + length)]),
            head["version"]?.integer == Self.version,
            let found = head["foundRoutes"]?.integer, let numbers = head["numbers"],
            let list = head["outputs"]?.array
        else { return nil }
        foundRoutes = found
        self.numbers = OutputNumbers(json: numbers)
        outputs = []
        var place = 4 + length
        for value in list {
            guard let name = value["name"]?.string,
                let form = value["form"]?.string.flatMap(OutputPart.Form.init),
                let headCount = value["head"]?.integer, let rowCount = value["rows"]?.integer,
                let count = value["count"]?.integer, headCount >= 0, rowCount >= 0,
                headCount <= bytes.count - place, rowCount <= bytes.count - place - headCount
            else { return nil }
            let middle = place + headCount
            outputs.append(
                OutputPart(
                    name: name, form: form, head: Array(bytes[place..<middle]),
                    rows: Array(bytes[middle..<(middle + rowCount)]), count: count))
            place = middle + rowCount
        }
    }

    private static func parsed(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
        do throws(JSONParseError) { return try JSONValue.parse(bytes) } catch { return nil }
    }
}

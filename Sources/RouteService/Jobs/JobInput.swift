// A job's input as it is stored: the task, the layer, the caller and the fields.

import AccessControl
import Geo
import Geoprocessing
import PublishedServices
import RouteAPI
import ServiceTransport

/// Everything a worker must know to do a job.
struct JobInput: Hashable, Sendable {
    var folder: String
    var service: String
    var layer: String
    var kind: GPTask.Kind
    /// The caller to whom work on other hosts is charged.
    var caller: Caller
    /// What this server's URLs begin with, as the client reached it.
    var origin: String
    /// The fields as sent, without those meant for the server only.
    var fields: [FormParameters.Field]

    /// The fields meant for the server only.
    private static let own: Set<String> = ["f", "token", "callback", "priority"]
    private static let version = 1

    init(
        _ task: PublishedTask, on layer: PublishedLayer, _ form: FormParameters, caller: Caller,
        origin: String
    ) {
        folder = layer.folder
        service = layer.service
        self.layer = layer.layer
        kind = task.kind
        self.caller = caller
        self.origin = origin
        fields = form.fields.filter { !Self.own.contains($0.name.lowercased()) }
    }

    var form: FormParameters { FormParameters(fields.map { (name: $0.name, value: $0.value) }) }

    /// The input as bytes for the store.
    var bytes: [UInt8] {
        LargeWork.check(bytes: form.byteCount)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", Self.version)
        writer.member("folder", folder)
        writer.member("service", service)
        writer.member("layer", layer)
        switch kind {
        case .tool(let tool): writer.member("tool", tool.name)
        case .operation(let name): writer.member("operation", name)
        }
        switch caller {
        case .user(let name): writer.member("user", name)
        case .anonymous(let network): writer.member("network", network)
        }
        writer.member("origin", origin)
        writer.array("fields") { writer in
            for field in fields {
                writer.beginArray()
                writer.string(field.name)
                writer.string(field.value)
                writer.endArray()
            }
        }
        writer.endObject()
        return writer.bytes
    }

    /// Reads an input.
    ///
    /// - Returns: `nil` if another version wrote the bytes.
    init?(bytes: [UInt8]) {
        LargeWork.check(bytes: bytes.count)
        let value: JSONValue
        do throws(JSONParseError) { value = try JSONValue.parse(bytes) } catch { return nil }
        guard value["version"]?.integer == Self.version, let folder = value["folder"]?.string,
            let service = value["service"]?.string, let layer = value["layer"]?.string,
            let list = value["fields"]?.array
        else { return nil }
        self.folder = folder
        self.service = service
        self.layer = layer
        if let tool = value["tool"]?.string.flatMap({ GPTool.named($0) }) {
            kind = .tool(tool)
        } else if let name = value["operation"]?.string {
            kind = .operation(name)
        } else {
            return nil
        }
        if let user = value["user"]?.string {
            caller = .user(user)
        } else {
            caller = .anonymous(network: value["network"]?.string ?? "")
        }
        origin = value["origin"]?.string ?? ""
        fields = list.compactMap { pair in
            guard let pair = pair.array, pair.count == 2, let name = pair[0].string,
                let value = pair[1].string
            else { return nil }
            return FormParameters.Field(name: name, value: value)
        }
    }
}

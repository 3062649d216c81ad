// Writes effective parameters and limits as JSON.

import Geo

extension JSONWriter {
    /// Writes the parameters' values as the member `effectiveParameters`.
    mutating func effectiveParameters(_ parameters: [EffectiveParameter]) {
        array("effectiveParameters") { writer in
            for parameter in parameters {
                writer.beginObject()
                writer.member("name", parameter.name)
                writer.key("value")
                writer.value(parameter.value)
                writer.member("origin", parameter.origin.rawValue)
                if let ignored = parameter.ignored {
                    writer.key("ignored")
                    writer.value(ignored)
                }
                writer.endObject()
            }
        }
    }

    /// Writes how much is used of each limit, as the member `limits`.
    mutating func limits(_ limits: [LimitUse]) {
        array("limits") { writer in
            for limit in limits {
                writer.beginObject()
                writer.member("name", limit.name)
                writer.member("allowed", limit.allowed)
                writer.member("found", limit.found)
                writer.endObject()
            }
        }
    }
}

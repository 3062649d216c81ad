// The values that counted for an answer, as JSON.

import Geo

extension JSONWriter {
    /// Writes the values of parameters as the member `effectiveParameters`.
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
}

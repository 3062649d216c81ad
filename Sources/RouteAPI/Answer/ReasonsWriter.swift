// Writes reasons and suggested changes as JSON, in answers and in error envelopes.

import Geo

extension JSONWriter {
    /// Writes reasons as the member `reasons`.
    mutating func reasons(_ reasons: [Reason]) {
        array("reasons") { writer in
            for reason in reasons { writer.reason(reason) }
        }
    }

    package mutating func reason(_ reason: Reason) {
        beginObject()
        member("cause", reason.cause.rawValue)
        member("text", reason.text)
        if let name = reason.routeName { member("routeName", name) }
        object("stop") { $0.members(of: reason.stop) }
        if let from = reason.from { object("from") { $0.members(of: from) } }
        if let meters = reason.distanceMeters { member("distanceMeters", meters) }
        if let meters = reason.toleranceMeters { member("toleranceMeters", meters) }
        if !reason.restrictions.isEmpty { names("restrictions", reason.restrictions) }
        if !reason.barriers.isEmpty { barriers("barriers", reason.barriers) }
        if !reason.components.isEmpty {
            array("components") { writer in
                for component in reason.components { writer.integer(component) }
            }
        }
        if !reason.pocket.isEmpty {
            object("pocket") { writer in
                writer.key("paths")
                writer.value(
                    .array(
                        reason.pocket.map { line in
                            .array(line.map { .array([.number($0.x), .number($0.y)]) })
                        }))
                writer.object("spatialReference") { $0.member("wkid", 4326) }
            }
        }
        if let change = reason.change { object("change") { $0.members(of: change) } }
        endObject()
    }

    private mutating func members(of change: RequestChange) {
        switch change {
        case .parameter(let name, let value):
            member("parameter", name)
            key("value")
            self.value(value)
        case .removingBarriers(let removed): barriers("removeBarriers", removed)
        case .stop(let stop, let attributes):
            array("stops") { writer in
                writer.beginObject()
                writer.members(of: stop)
                writer.key("attributes")
                writer.value(.object(attributes))
                writer.endObject()
            }
        }
    }

    /// Without a member `input`, a reason is about a stop.
    private mutating func members(of stop: StopReference) {
        if stop.input != RouteParameters.stopsName { member("input", stop.input) }
        member("objectId", stop.objectID)
        member("name", stop.name)
    }

    private mutating func barriers(_ name: String, _ barriers: [BarrierReference]) {
        array(name) { writer in
            for barrier in barriers {
                writer.beginObject()
                writer.member("parameter", barrier.parameter)
                writer.member("objectId", barrier.objectID)
                writer.member("name", barrier.name)
                if barrier.isStanding { writer.member("standing", true) }
                writer.endObject()
            }
        }
    }
}

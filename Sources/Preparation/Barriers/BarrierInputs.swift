// A request's barriers after reading, standing barriers included.

import Geo
import RoadNetwork
import RouteAPI

/// A request's barriers before they are resolved on the network.
struct BarrierInputs: Sendable {
    var rows = ByBarrierClass<[BarrierInput]> { _ in [] }
    /// Messages from reading them.
    var messages: [Message] = []
}

extension BarrierReader {
    /// Reads the request's barriers, then the standing ones.
    func read(_ parameters: AnalysisParameters) throws(RouteRequestError) -> BarrierInputs {
        var inputs = BarrierInputs()
        for kind in BarrierClass.allCases {
            let sent = parameters.locations.barriers[kind]?.features
            var rows = try read(sent, kind, messages: &inputs.messages)
            if let standing = parameters.standing {
                rows += readStanding(
                    standing, kind, after: rows, sent?.features.count ?? 0, &inputs.messages)
            }
            inputs.rows[kind] = rows
        }
        return inputs
    }

    /// Reads the standing barriers in one class.
    ///
    /// They do not belong to the request: an unusable one gives a message and never fails it, the
    /// request's extent does not apply to them, and their ids follow its own barriers' ids.
    ///
    /// - Parameters:
    ///   - own: The request's barriers.
    ///   - sent: How many rows the request has.
    private func readStanding(
        _ standing: StandingBarriers, _ kind: BarrierClass, after own: [BarrierInput], _ sent: Int,
        _ messages: inout [Message]
    ) -> [BarrierInput] {
        var reader = self
        reader.preservesObjectID = false
        let lastID = max(sent, own.map(\.objectID).max() ?? 0)
        let leftOut = standing.rowsLeftOut(of: kind)
        var barriers: [BarrierInput] = []
        var position = 0
        for rows in standing.rows where rows.kind == kind {
            let fields = FeatureFields(rows.features)
            let projector = InputProjector(defaultReference: rows.features.spatialReference)
            for (row, feature) in rows.features.features.enumerated() {
                defer { position += 1 }
                if leftOut.contains(position) { continue }
                var barrier: BarrierInput
                do throws(FieldError) {
                    barrier = try reader.read(feature, sent + position, kind, fields, projector)
                } catch {
                    messages.append(
                        Message(
                            .warning,
                            Sentence.ended(
                                "Barrier \(row + 1) of the standing layer \"\(rows.layer)\" is not "
                                    + "used: \(error.text)")))
                    barrier = reader.invalid(feature, sent + position, kind, fields, projector)
                }
                barrier.objectID = lastID + position + 1
                barrier.isStanding = true
                barriers.append(barrier)
            }
        }
        return barriers
    }
}

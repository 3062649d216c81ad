// The barriers of a request after reading, those of the service among them.

import Geo
import RoadNetwork
import RouteAPI

/// The barriers of a request before they are resolved on the network.
struct BarrierInputs: Sendable {
    var rows = ByBarrierClass<[BarrierInput]> { _ in [] }
    /// The messages of reading them.
    var messages: [Message] = []
}

extension BarrierReader {
    /// Reads all barriers of a request, and those of the service after them.
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

    /// Reads the barriers of the service of a class.
    ///
    /// They are not of the request: one that cannot be used gives a message and never fails it,
    /// its extent does not concern them, and their ids follow those of its own barriers.
    ///
    /// - Parameters:
    ///   - own: The barriers of the request.
    ///   - sent: The number of rows of the request.
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

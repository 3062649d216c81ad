// Closed streets and broken rules on a given path, as names and as sentences.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A rule a given path breaks, on one or several streets in a row.
struct BrokenPathRule: Hashable {
    /// The rule's name, for programs.
    var rule: String
    /// Where the path first breaks it.
    var finding: PathRemark
    /// The sentence about it, without the route.
    var text: String
}

/// Describes the findings on given paths.
struct BrokenPathRules {
    let network: NetworkDataset
    let costs: RequestCosts

    /// Returns a route's broken rules; neighboring streets under the same rule count as one.
    func rules(_ findings: [PathRemark]) -> [BrokenPathRule] {
        var rules: [BrokenPathRule] = []
        var last: PathRemark?
        for finding in findings {
            let rule = rule(of: finding)
            let isRun =
                last.map {
                    $0.leg == finding.leg && $0.element + 1 == finding.element
                        && $0.cause == finding.cause && $0.street == finding.street
                        && finding.isBlockage && rules.last?.rule == rule
                } ?? false
            last = finding
            if isRun { continue }
            rules.append(
                BrokenPathRule(rule: rule, finding: finding, text: text(of: finding, rule)))
        }
        return rules
    }

    /// Returns the kind of a broken rule, as answers have it.
    private func rule(of finding: PathRemark) -> String {
        switch finding.cause {
        case .barriers: "barrier"
        case .restrictions(let names), .timedRestrictions(let names):
            isAgainstDirection(finding.edge, names) ? "oneWay" : "restriction"
        case .traffic: "closure"
        case .turn, .timedTurn: "turn"
        case .uTurn: "uTurn"
        case .throughTraffic: "throughTraffic"
        }
    }

    /// Whether a street closed by restrictions is open in the other direction, and some restriction
    /// is about directions.
    private func isAgainstDirection(_ edge: UInt32, _ names: [String]) -> Bool {
        names.contains { network.description.restriction(named: $0)?.isAboutDirection == true }
            && costs.isUsable(edge ^ 1)
    }

    private func text(of finding: PathRemark, _ rule: String) -> String {
        let street = finding.street.isEmpty ? "a street without a name" : finding.street
        let place = "\(street), \(Int(finding.meters.rounded())) m from its start"
        switch finding.cause {
        case .barriers(let barriers):
            let labels = barriers.isEmpty ? "a barrier" : barriers.labels
            return "\(place), is closed by \(labels)"
        case .restrictions(let names), .timedRestrictions(let names):
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            let timed = if case .timedRestrictions = finding.cause { " at that time" } else { "" }
            if rule == "oneWay" {
                return "\(place), is traveled against its direction"
                    + (list.isEmpty ? "" : " (\(list))") + timed
            }
            return list.isEmpty
                ? "\(place), is not for the vehicles of the travel mode"
                : "\(place), is closed by \(list)\(timed)"
        case .traffic: return "\(place), is closed by the traffic data when it is reached"
        case .turn: return "the turn into \(place), is prohibited"
        case .timedTurn: return "the turn into \(place), is prohibited at that time"
        case .uTurn: return "the U-turn into \(place), is not allowed by restrictUTurns"
        case .throughTraffic: return "\(place), is closed to through traffic"
        }
    }

    /// The most rules that messages list for one route.
    private static let mostListed = 5

    /// Writes warnings about a route's broken rules; if there are many, about the first few.
    static func messages(_ rules: [BrokenPathRule], route: String) -> [Message] {
        var messages = rules.prefix(mostListed).map {
            Message(.warning, "Route \"\(route)\": \($0.text).")
        }
        if rules.count > mostListed {
            messages.append(
                Message(
                    .warning,
                    "Route \"\(route)\": \(rules.count - mostListed) further rules are broken."))
        }
        return messages
    }
}

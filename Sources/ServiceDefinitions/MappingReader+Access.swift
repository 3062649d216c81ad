// Reads a service definition's access rules and usage limits.

import AccessControl
import DefinitionFiles
import RouteAPI

/// The values for `access.token`.
private enum TokenRule: String, CaseIterable {
    case required
    case optional
}

extension MappingReader {
    /// Reads the rules under `access`: whether a token is required, who may use the service, who
    /// may edit stored layers and who may post traffic.
    mutating func access() -> ServiceAccess {
        var access = ServiceAccess()
        guard var reader = mapping("access") else { return access }
        access.requiresToken = reader.word("token", of: TokenRule.self) == .required
        access.users = reader.userNames("users")
        if access.users != nil, !access.requiresToken {
            reader.fault("users", "requires \"token: required\"")
        }
        access.editors = reader.userNames("editors")
        access.trafficSenders = reader.userNames("traffic")
        reader.finish()
        return access
    }

    /// Reads the user names under a key; returns `nil` if the key is missing.
    private mutating func userNames(_ key: String) -> Set<String>? {
        guard let names = names(key) else { return nil }
        for name in names where !UserFile.accepts(name: name.value) {
            problems.add(
                line: name.line,
                "\"\(self.name(of: key))\": \"\(name.value)\" is not a valid user name; "
                    + UserFile.nameRule)
        }
        return Set(names.map(\.value))
    }

    /// Reads the limits under `usageLimits`.
    mutating func usageLimits() -> UsageLimits {
        var limits = UsageLimits()
        guard var reader = mapping("usageLimits") else { return limits }
        limits.requestsPerMinute = reader.count("requestsPerMinute", in: 1...1_000_000)
        limits.solveSecondsPerMinute = reader.number("solveSecondsPerMinute", in: 0.001...86_400)
        limits.runningSolves = reader.count("runningSolves", in: 1...10_000)
        reader.finish()
        return limits
    }
}

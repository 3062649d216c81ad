// Reads the access rules and usage limits of a service definition.

import AccessControl
import DefinitionFiles
import RouteAPI

/// The values of `access.token`.
private enum TokenRule: String, CaseIterable {
    case required
    case optional
}

extension MappingReader {
    /// The rule under `access`: whether a token is required, and of which users.
    mutating func access() -> ServiceAccess {
        var access = ServiceAccess()
        guard var reader = mapping("access") else { return access }
        access.requiresToken = reader.word("token", of: TokenRule.self) == .required
        if let names = reader.names("users") {
            for name in names where !UserFile.accepts(name: name.value) {
                problems.add(
                    line: name.line,
                    "\"\(reader.name(of: "users"))\": \"\(name.value)\" is not a valid user name; "
                        + UserFile.nameRule)
            }
            access.users = Set(names.map(\.value))
            if !access.requiresToken {
                reader.fault("users", "needs \"token: required\" beside it")
            }
        }
        reader.finish()
        return access
    }

    /// The limits under `usageLimits`.
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

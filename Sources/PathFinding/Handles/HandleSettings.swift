// Handle settings as parameters. Most handles in a deployment have the same ones.

import DataStructures
import RouteAPI
import Synchronization

/// Reads handle settings, and caches them.
enum HandleSettings {
    /// The most bytes of names and values to cache; the parameters take about three times as much.
    private static let budget = 256 << 10
    private static let known = Mutex(
        BoundedCache<[RouteHandle.Setting], RouteParameters>(budget: budget))

    /// Converts settings to parameters. A forged handle must not be able to name an address or
    /// change what is returned.
    ///
    /// - Throws: An error about the handle if it has settings that no handle has.
    /// - Complexity: O(*n*) for *n* bytes.
    static func parameters(
        _ settings: [RouteHandle.Setting]
    ) throws(RouteRequestError) -> RouteParameters {
        if let known = known.withLock({ $0.find(settings) }) { return known }
        let parameters = try read(settings)
        let size = settings.reduce(64) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count }
        if size <= budget / 16 {
            known.withLock { $0.keep(parameters, for: settings, size: size) }
        }
        return parameters
    }

    private static func read(
        _ settings: [RouteHandle.Setting]
    ) throws(RouteRequestError) -> RouteParameters {
        let kept: Set<ParameterDeclaration.Group> = [.travel, .time, .directions]
        let declared = RouteParameters.operation.layerOperation.parameters
        var fields: [String: String] = [:]
        for setting in settings {
            let isKept = declared.contains { $0.name == setting.name && kept.contains($0.group) }
            guard isKept, fields.updateValue(setting.value, forKey: setting.name) == nil else {
                throw RouteHandle.refused(.damaged)
            }
        }
        do throws(RouteRequestError) {
            return try RouteParameters(fields: fields)
        } catch {
            throw RouteHandle.refused(.damaged)
        }
    }
}

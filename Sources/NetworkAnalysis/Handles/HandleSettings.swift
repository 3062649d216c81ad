// The settings of handles as parameters: most handles of a deployment have the same ones.

import DataStructures
import RouteAPI
import Synchronization

/// Reads the settings of handles, those that were read before from a cache.
enum HandleSettings {
    /// The texts of names and values that are kept, in bytes; parameters take some three times as
    /// many.
    private static let budget = 256 << 10
    private static let known = Mutex(
        BoundedCache<[RouteHandle.Setting], RouteParameters>(budget: budget))

    /// The settings as parameters. A handle from elsewhere may have none that names an address or
    /// changes what is returned.
    ///
    /// - Throws: An error about the handle, when it has settings that no handle has.
    /// - Complexity: O(*n*) in the length of the settings.
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

// Which of a feature service's layers a caller may use.

package import AccessControl
package import ServiceTransport

extension FeatureService {
    /// Returns the service with only the layers a caller may use.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403 if there is none.
    package func open(to caller: Caller, _ gate: AccessGate) throws(ServiceError) -> FeatureService
    {
        var service = self
        service.shown = try gate.admit(caller, to: shown)
        return service
    }
}

// The rules to lift, from the smallest change to the greatest. Barriers and the time of travel need
// searches; see BlockingBarriers.swift and LaterStart.swift.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The changes to a request that may let stops be placed or reached.
///
///     rule                          change
///     ----------------------------  ------------------------------------------------------------
///     one barrier                   left out                                   BlockingBarriers
///     U-turns                       restrictUTurns, or uturnAtJunctions of the travel mode
///     curb approach of a stop       CurbApproach of the row, each end of the leg, then both
///     the time of travel            startTime, the first with open streets     LaterStart
///     closures by traffic           useTraffic=false
///     the extent of the context     extended to contain the stop
///     a stop that is cut off        allowAutoRelocate, then tolerance of locateSettings
///     a tolerance to the layer's    tolerance of locateSettings, no greater than the layer's
///     a condition on streets        left out of the sources of locateSettings
///     a greater tolerance           tolerance of locateSettings
///     several barriers              a minimal set left out                     BlockingBarriers
///     a road to avoid               Restriction Usage AVOID_HIGH, where that is prohibited
///
/// The rules below show the cause only. No driver may break them, so no change is suggested:
///
///     forbidden turns               ignored                                    TurnRelaxation
///     a rule of access or vehicles  Restriction Usage AVOID_HIGH, vehicle limits first, the rule
///                                   of directions and the access of the travel mode last
///
/// Stops that are not cut off move last of all, since a moved stop gets a route whatever prevented
/// one.
struct RelaxationTable {
    let network: NetworkDataset
    let layer: LayerDefaults
    let request: Shared<ResolvedRequest>
    let stops: [LocatedStop]
    /// Whether to find the cause for stops that must stay on their closest streets.
    var keepsPlaces = false

    private var description: NetworkDescription { network.description }
    /// The input whose rows these stops represent; `nil` for a route's own stops.
    private var input: String? { stops.first?.input.standsFor?.input }
    /// What to call the stops in sentences.
    private var noun: String { input == nil ? "stops" : "locations" }
    private var reader: TravelSettingsReader {
        TravelSettingsReader(network: network, layer: layer)
    }

    /// Allows U-turns everywhere; `nil` if they are allowed already.
    var uTurns: Relaxation? {
        let policy = request.settings.uTurns
        guard policy.rule != .everywhere else { return nil }
        let value = UTurnPolicy.allowBacktrack
        let isOfMode = request.settings.isModeGiven
        return Relaxation(
            cause: .uTurnPolicy,
            claim: "a U-turn is needed that \(policy.rawValue) forbids",
            remedy: (isOfMode ? "uturnAtJunctions" : "restrictUTurns") + "=\(value.rawValue)"
                + (isOfMode ? " in the travel mode" : "")
        ) { parameters in
            change(of: parameters, "restrictUTurns") {
                $0.uTurnPolicy = value
            } otherwise: {
                $0.restrictUTurns = value
            }
        }
    }

    /// Allows either side of the street at a stop; `nil` if both are allowed already.
    func curb(of row: Int) -> Relaxation? {
        let stop = stops[row].input
        guard stop.curbApproach != .eitherSide else { return nil }
        let reference = stop.reference
        return Relaxation(
            cause: .curbApproach, claim: "the curb approach of \(stop.label) cannot be met",
            remedy: "CurbApproach 0 (either side) at \(stop.label)"
        ) { _ in .stop(reference, JSONObject([("CurbApproach", .number(0))])) }
    }

    /// Lets a stop move to a nearby street if its own is not connected.
    var relocation: Relaxation? {
        guard !request.placing.settings.allowAutoRelocate else { return nil }
        return locating(
            "\(noun) may not move to other streets (allowAutoRelocate is false)",
            "allowAutoRelocate=true (locateSettings)"
        ) { $0.allowAutoRelocate = true }
    }

    /// Allows stops on streets excluded by the condition, or by the network's rule for streets
    /// without stops; `nil` if there are none.
    var condition: Relaxation? {
        guard request.placing.streets != nil else { return keepsPlaces ? nil : allStreets }
        let network = network
        var relaxation = locating(
            "the nearby streets that meet the condition in locateSettings are not connected with "
                + "other streets",
            "leaving the condition out of the sources of locateSettings"
        ) { $0 = $0.withoutCondition(on: network) }
        relaxation.cause = .streetCondition
        return relaxation
    }

    /// Allows stops on streets that take none unless requested.
    private var allStreets: Relaxation? {
        let names = network.description.restrictions.filter {
            $0.mask & request.placing.withoutStops.restrictions != 0
        }
        .map { "\"\($0.name)\"" }
        guard !names.isEmpty else { return nil }
        let network = network
        var relaxation = locating(
            "\(noun) are not placed on streets under \(names.joined(separator: " or ")) "
                + "unless that is requested",
            "the condition 1=1 (where) in the sources of locateSettings"
        ) { $0 = $0.withAllStreets(of: network) }
        relaxation.cause = .streetCondition
        return relaxation
    }

    /// Leaves traffic out; `nil` if it closes no street.
    var traffic: Relaxation? {
        guard let traffic = request.traffic, traffic.snapshot.closedEdgeCount > 0 else {
            return nil
        }
        return Relaxation(
            cause: .closedByTraffic,
            claim: "closures of the traffic snapshot \(traffic.snapshot.id) close every path",
            remedy: "useTraffic=false"
        ) { parameters in
            guard parameters.useTraffic ?? true else { return nil }
            var changed = parameters
            changed.useTraffic = false
            return RequestChange(setting: "useTraffic", as: changed)
        }
    }

    /// The greatest tolerance that is a smaller change than leaving the condition out.
    var ordinaryMeters: Double { layer.locateSettings.toleranceMeters }

    /// Keeps stops off streets closed by restrictions.
    var avoidingRestricted: Relaxation {
        Relaxation(
            cause: .restrictedEdgesOnly, claim: "the restrictions close the nearest street",
            remedy: "doNotLocateOnRestrictedElements=true of \(input ?? "the stops")"
        ) { parameters in
            var changed = parameters
            changed.stops?.doNotLocateOnRestrictedElements = true
            return RequestChange(setting: "stops.doNotLocateOnRestrictedElements", as: changed)
        }
    }

    /// Allows a stop on streets in any direction.
    func anyBearing(of stop: Shared<StopInput>) -> Relaxation {
        let reference = stop.reference
        return Relaxation(
            cause: .bearing, claim: "no nearby street runs in the requested direction",
            remedy: "no Bearing at \(stop.label)"
        ) { _ in .stop(reference, JSONObject([("Bearing", .null)])) }
    }

    /// Extends the context's extent to contain a stop; `nil` if the stop has no coordinates.
    func widerExtent(for stop: Shared<StopInput>) -> Relaxation? {
        guard let place = stop.coordinate else { return nil }
        let label = stop.label
        return Relaxation(
            cause: .outsideExtent,
            claim: "\(label) lies outside the extent of the context",
            remedy: "an extent that contains \(label) (context)"
        ) { parameters in
            guard let extent = parameters.context?.extent else { return nil }
            var changed = parameters
            do throws(RouteRequestError) {
                guard let wider = try ContextExtent(extent).widened(to: place) else { return nil }
                changed.context?.extent = wider
            } catch {
                return nil
            }
            return RequestChange(setting: "context", as: changed)
        }
    }

    /// Allows streets within some distance from a stop.
    func tolerance(_ meters: Double, claim: String) -> Relaxation {
        let whole = meters.rounded(.up)
        var relaxation = locating(
            claim, "a tolerance of \(whole.formattedForMessage) m (locateSettings)"
        ) { $0.toleranceMeters = max($0.toleranceMeters, whole) }
        relaxation.cause = .tooFar
        relaxation.distanceMeters = meters
        relaxation.toleranceMeters = request.placing.settings.toleranceMeters
        return relaxation
    }

    /// Returns the tolerance a request sets for stops.
    func toleranceMeters(of request: RelaxedRequest) -> Double {
        let settings = request.parameters.locateSettings
        return (settings?.stops ?? settings?.fallback ?? layer.locateSettings).toleranceMeters
    }

    /// Lets stops move to a connected street within some distance.
    func movingTolerance(_ meters: Double, claim: String) -> Relaxation {
        let whole = meters.rounded(.up)
        let moves = request.placing.settings.allowAutoRelocate
        var relaxation = locating(
            claim,
            (moves ? "" : "allowAutoRelocate=true and ")
                + "a tolerance of \(whole.formattedForMessage) m (locateSettings)"
        ) {
            $0.allowAutoRelocate = true
            $0.toleranceMeters = max($0.toleranceMeters, whole)
        }
        relaxation.distanceMeters = meters
        relaxation.toleranceMeters = request.placing.settings.toleranceMeters
        return relaxation
    }

    private func locating(
        _ claim: String, _ remedy: String, _ edit: @escaping (inout LocateSettings) -> Void
    ) -> Relaxation {
        let layer = layer
        return Relaxation(cause: .otherComponent, claim: claim, remedy: remedy) { parameters in
            RequestChange(
                setting: "locateSettings", as: parameters.locatingStops(on: layer, edit))
        }
    }
}

extension RelaxationTable {
    /// The active restrictions that prohibit edges: those to suggest first, then from the smallest
    /// change to the greatest.
    var restrictions: [Relaxation] {
        let prohibiting = request.settings.key.restrictions.filter { $0.effect == .prohibits }
        let named = description.namedRestrictions.filter { attribute in
            prohibiting.contains { $0.mask == attribute.mask }
        }
        return named.sorted { (weight($0), $0.bit) < (weight($1), $1.bit) }.map(lifting)
    }

    /// Rates how great a change it is to lift a restriction, from 0 to 4. Suggest only 0.
    private func weight(_ restriction: RestrictionAttribute) -> Int {
        let family = description.families[request.settings.key.family]
        let access = description.accessRestrictions(of: family)
        if access.contains(restriction.name) { return 4 }
        if description.includingImplied(access)
            .contains(where: { $0.name == restriction.name })
            || family.directionRestriction == restriction.name
        {
            return 3
        }
        switch restriction.rule {
        case .limit: return 1
        case .throughTraffic: return 2
        case .flag: return isAvoidance(restriction) ? 0 : 2
        }
    }

    /// Whether a restriction is about roads to avoid, not forbidden ones: it does not prohibit by
    /// default.
    private func isAvoidance(_ restriction: RestrictionAttribute) -> Bool {
        let isRule = description.families.contains { family in
            description.includingImplied(description.accessRestrictions(of: family))
                .contains { $0.name == restriction.name }
                || family.directionRestriction == restriction.name
        }
        return !isRule && !restriction.isProhibiting
    }

    private func lifting(_ restriction: RestrictionAttribute) -> Relaxation {
        let name = restriction.name
        let usage = RestrictionAttribute.usageParameterName
        let hasUsage = restriction.parameters.contains { $0.name == usage }
        return Relaxation(
            cause: .restrictedEdgesOnly,
            claim: "every path is closed by the restriction \"\(name)\"",
            remedy: hasUsage ? "\(usage) AVOID_HIGH for \"\(name)\"" : "leaving \"\(name)\" out",
            restrictions: [name], isAdvised: weight(restriction) == 0
        ) { parameters in
            guard hasUsage else {
                return change(of: parameters, "restrictionAttributeNames") {
                    $0.restrictionAttributeNames.removeAll { $0 == name }
                } otherwise: {
                    let names = $0.restrictionAttributeNames ?? layer.restrictionAttributeNames
                    $0.restrictionAttributeNames = names.filter { $0 != name }
                }
            }
            let value = AttributeParameterValue(
                attributeName: name, parameterName: usage, value: "AVOID_HIGH")
            func replaced(_ values: [AttributeParameterValue]) -> [AttributeParameterValue] {
                values.filter {
                    $0.attributeName.lowercased() != name.lowercased()
                        || $0.parameterName.lowercased() != usage.lowercased()
                } + [value]
            }
            return change(of: parameters, "attributeParameterValues") {
                $0.attributeParameterValues = replaced($0.attributeParameterValues)
            } otherwise: {
                $0.attributeParameterValues = replaced($0.attributeParameterValues ?? [])
            }
        }
    }

    /// Returns a request whose stops stay on their closest streets.
    func keepingPlaces(_ parameters: RouteParameters) -> RouteParameters {
        parameters.locatingStops(on: layer) { $0.allowAutoRelocate = false }
    }

    /// Changes a setting in the travel mode if the request has one, otherwise in the parameter.
    private func change(
        of parameters: RouteParameters, _ name: String, mode edit: (inout TravelMode) -> Void,
        otherwise: (inout RouteParameters) -> Void
    ) -> RequestChange? {
        var changed = parameters
        do throws(RouteRequestError) {
            guard var mode = try reader.travelMode(parameters.analysis) else {
                otherwise(&changed)
                return RequestChange(setting: name, as: changed)
            }
            edit(&mode)
            changed.travelMode = .settings(mode)
            return RequestChange(setting: "travelMode", as: changed)
        } catch {
            return nil
        }
    }
}

extension RouteParameters {
    /// Returns the request with other settings for placing its stops.
    fileprivate func locatingStops(
        on layer: LayerDefaults, _ edit: (inout LocateSettings) -> Void
    ) -> RouteParameters {
        var changed = self
        var settings = self.locateSettings ?? LocateSettingsByInput()
        var own = settings.stops ?? settings.fallback ?? layer.locateSettings
        edit(&own)
        settings.stops = own
        changed.locateSettings = settings
        return changed
    }
}

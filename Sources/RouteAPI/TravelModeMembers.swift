// Which member of a travel mode sets a parameter, and errors about such a member.

extension TravelMode {
    /// Returns the member of a travel mode that sets a parameter, or `nil` if none does.
    package static func member(setting parameter: String) -> String? {
        switch parameter {
        case "impedanceAttributeName", "restrictionAttributeNames", "attributeParameterValues":
            parameter
        case "directionsTimeAttributeName": "timeAttributeName"
        case "restrictUTurns": "uturnAtJunctions"
        case "outputGeometryPrecision": "simplificationTolerance"
        case "outputGeometryPrecisionUnits": "simplificationToleranceUnits"
        default: nil
        }
    }

    /// The beginning of a sentence about a member that sets a parameter.
    package static func label(ofMember member: String) -> String {
        "Parameter \"travelMode\": its \(member)"
    }
}

extension RouteRequestError {
    /// Returns the same error about the travel mode's members, if they set the parameters at fault:
    /// a request cannot correct parameters that it did not send.
    package var ofTravelMode: RouteRequestError {
        var error = self
        error.faults = faults.map { fault in
            guard let member = TravelMode.member(setting: fault.parameter) else { return fault }
            let (old, new) = (
                "Parameter \"\(fault.parameter)\":", TravelMode.label(ofMember: member) + ":"
            )
            guard fault.text.hasPrefix(old) else { return fault }
            let text = new + fault.text.dropFirst(old.count)
            for place in error.details.indices where error.details[place] == fault.text {
                error.details[place] = text
            }
            return Fault(parameter: "travelMode", text: text)
        }
        return error
    }
}

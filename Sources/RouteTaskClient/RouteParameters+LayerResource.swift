// The defaults that a layer resource states, as parameters.

package import Geo
package import RouteAPI

extension RouteParameters {
    /// Reads every default of a layer resource; parameters without a default are `nil`.
    ///
    /// The layer resource and `solve` use different names for several parameters; section 6 of the
    /// REST contract lists the pairs.
    package init(layerResource layer: JSONValue) {
        self.init()
        func names(_ key: String) -> [String]? {
            layer[key]?.array.map { $0.compactMap(\.string) }
        }
        func word<Word: RawRepresentable<String>>(_ key: String, as: Word.Type) -> Word? {
            layer[key]?.string.flatMap(Word.init(rawValue:))
        }
        travel.impedanceAttributeName = layer["impedance"]?.string
        travel.restrictionAttributeNames = names("restrictions")
        travel.accumulateAttributeNames = names("accumulateAttributeNames")
        travel.attributeParameterValues = layer["attributeParameterValues"]?.array.map {
            $0.compactMap(Self.parameterValue)
        }
        travel.restrictUTurns = word("restrictUTurns", as: UTurnPolicy.self)
        travel.useHierarchy = layer["useHierarchy"]?.bool
        locations.ignoreInvalidLocations = layer["ignoreInvalidLocations"]?.bool
        output.outSR = (layer["outputSpatialReference"]?["wkid"]?.integer).map {
            SpatialReference(wkid: $0)
        }
        output.outputGeometryPrecision = layer["outputGeometryPrecision"]?.number
        output.outputGeometryPrecisionUnits = word("outputGeometryPrecisionUnits", as: MapUnit.self)
        outputLines = word("outputLineType", as: OutputLineType.self)
        findBestSequence = layer["findBestSequence"]?.bool
        preserveFirstStop = layer["preserveFirstStop"]?.bool
        preserveLastStop = layer["preserveLastStop"]?.bool
        useTimeWindows = layer["useTimeWindows"]?.bool
        timeWindowsAreUTC = layer["timeWindowsAreUTC"]?.bool
        if layer["useStartTime"]?.bool == true, let start = layer["startTime"]?.integer {
            time.startTime = .milliseconds(Int64(start))
        }
        time.startTimeIsUTC = layer["startTimeIsUTC"]?.bool
        locations.preserveObjectID = layer["preserveObjectID"]?.bool
        directions.returnDirections = layer["returnDirections"]?.bool
        directions.directionsLanguage = layer["directionsLanguage"]?.string
        directions.directionsLengthUnits = word("directionsLengthUnits", as: NetworkUnit.self)
        directions.directionsTimeAttributeName = layer["directionsTimeAttribute"]?.string
    }

    private static func parameterValue(_ value: JSONValue) -> AttributeParameterValue? {
        guard let attribute = value["attributeName"]?.string,
            let parameter = value["parameterName"]?.string, let given = value["value"]
        else { return nil }
        return AttributeParameterValue(
            attributeName: attribute, parameterName: parameter, value: given.string ?? given.text)
    }
}

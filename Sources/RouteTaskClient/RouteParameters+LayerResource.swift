// Reads the defaults in a layer resource as request parameters.

package import Geo
package import RouteAPI

extension RouteParameters {
    /// Reads every default from a layer resource. Parameters without a default are `nil`.
    ///
    /// The layer resource and `solve` use different names for several settings: `impedance` here is
    /// `impedanceAttributeName` there, for example. RouteAPI's `LayerResourceWriter` is the
    /// inverse.
    package init(layerResource layer: JSONValue) {
        self.init()
        func names(_ key: String) -> [String]? {
            layer[key]?.array.map { $0.compactMap(\.string) }
        }
        func word<Word: RawRepresentable<String>>(_ key: String, as: Word.Type) -> Word? {
            layer[key]?.string.flatMap(Word.init(rawValue:))
        }
        analysis.travel.impedanceAttributeName = layer["impedance"]?.string
        analysis.travel.restrictionAttributeNames = names("restrictions")
        analysis.travel.accumulateAttributeNames = names("accumulateAttributeNames")
        analysis.travel.attributeParameterValues = layer["attributeParameterValues"]?.array.map {
            $0.compactMap(Self.parameterValue)
        }
        analysis.travel.restrictUTurns = word("restrictUTurns", as: UTurnPolicy.self)
        analysis.travel.useHierarchy = layer["useHierarchy"]?.bool
        analysis.locations.ignoreInvalidLocations = layer["ignoreInvalidLocations"]?.bool
        analysis.output.outSR = (layer["outputSpatialReference"]?["wkid"]?.integer).map {
            SpatialReference(wkid: $0)
        }
        analysis.output.outputGeometryPrecision = layer["outputGeometryPrecision"]?.number
        analysis.output.outputGeometryPrecisionUnits = word(
            "outputGeometryPrecisionUnits", as: MapUnit.self)
        analysis.output.outputLines = word("outputLineType", as: OutputLineType.self)
        findBestSequence = layer["findBestSequence"]?.bool
        preserveFirstStop = layer["preserveFirstStop"]?.bool
        preserveLastStop = layer["preserveLastStop"]?.bool
        maxSequencingTime = layer["maxSequencingTime"]?.number
        useTimeWindows = layer["useTimeWindows"]?.bool
        timeWindowsAreUTC = layer["timeWindowsAreUTC"]?.bool
        if layer["useStartTime"]?.bool == true, let start = layer["startTime"]?.integer {
            analysis.time.startTime = .milliseconds(Int64(start))
        }
        analysis.time.startTimeIsUTC = layer["startTimeIsUTC"]?.bool
        analysis.locations.preserveObjectID = layer["preserveObjectID"]?.bool
        analysis.directions.returnDirections = layer["returnDirections"]?.bool
        analysis.directions.directionsLanguage = layer["directionsLanguage"]?.string
        analysis.directions.directionsLengthUnits = word(
            "directionsLengthUnits", as: NetworkUnit.self)
        analysis.directions.directionsTimeAttributeName = layer["directionsTimeAttribute"]?.string
    }

    private static func parameterValue(_ value: JSONValue) -> AttributeParameterValue? {
        guard let attribute = value["attributeName"]?.string,
            let parameter = value["parameterName"]?.string, let given = value["value"]
        else { return nil }
        return AttributeParameterValue(
            attributeName: attribute, parameterName: parameter, value: given.string ?? given.text)
    }
}

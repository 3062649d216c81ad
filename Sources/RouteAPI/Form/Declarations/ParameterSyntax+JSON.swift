// Reads and writes parameters whose values are JSON.

import Geo

extension ParameterSyntax<LocationInput> {
    static var points: Self {
        Self(.json(.points)) { form, name throws(RouteRequestError) in
            try LocationForm(form).locations(name)
        } write: { input in
            JSONWriter.text { $0.input(input, isPlaced: true) }
        }
    }

    static var lines: Self { features(.lines, .polyline) }

    static var polygons: Self { features(.polygons, .polygon) }

    private static func features(_ shape: ParameterKind.JSONShape, _ type: GeometryType) -> Self {
        Self(.json(shape)) { form, name throws(RouteRequestError) in
            try LocationForm(form).features(name, type)
        } write: { input in
            JSONWriter.text { $0.input(input, isPlaced: false) }
        }
    }
}

extension JSONWriter {
    /// Writes an input.
    ///
    /// - Parameter isPlaced: Whether its rows are placed on streets. Then
    ///   `doNotLocateOnRestrictedElements` is written for all rows sent.
    fileprivate mutating func input(_ input: LocationInput, isPlaced: Bool) {
        let flag = "doNotLocateOnRestrictedElements"
        switch input.source {
        case .features(let set):
            esriFeatureSet(set) { writer in
                writer.member("type", "features")
                if isPlaced || !input.doNotLocateOnRestrictedElements {
                    writer.member(flag, input.doNotLocateOnRestrictedElements)
                }
            }
            return
        case .none: beginObject()
        case .url(let url):
            beginObject()
            member("url", url.text)
        case .layer(let query):
            beginObject()
            for item in query.definition.members {
                key(item.key)
                value(item.value)
            }
        }
        if !input.doNotLocateOnRestrictedElements { member(flag, false) }
        endObject()
    }
}

extension ParameterSyntax<TravelModeSelection> {
    /// A travel mode by id or name, or with its settings.
    static var travelMode: Self {
        Self(.json(.travelMode)) { form, name throws(RouteRequestError) in
            try form.fields.travelMode(name)
        } write: { selection in
            switch selection {
            case .named(let word): word
            case .settings(let mode): JSONWriter.text { $0.travelMode(mode) }
            case .changes(let changes): JSONWriter.text { $0.travelMode(changes) }
            }
        }
    }
}

extension ParameterSyntax<[AttributeParameterValue]> {
    /// `[{"attributeName":…,"parameterName":…,"value":…}]`.
    static var attributeParameterValues: Self {
        Self(.json(.attributeParameterValues)) { form, name throws(RouteRequestError) in
            guard let text = try form.fields.value(name) else { return nil }
            return try AttributeParameterValue.list(try form.fields.json(name, text), of: name)
        } write: { values in
            JSONWriter.text { writer in
                writer.beginArray()
                for value in values { writer.attributeParameter(value) }
                writer.endArray()
            }
        }
    }
}

extension ParameterSyntax<SpatialReference> {
    /// A spatial reference: a number, an object, or well-known text.
    static var spatialReference: Self {
        Self(.json(.spatialReference)) { form, name throws(RouteRequestError) in
            try form.fields.spatialReference(name)
        } write: { reference in
            JSONWriter.text { $0.esriSpatialReference(reference) }
        }
    }
}

extension ParameterSyntax<MapContext> {
    /// `{"extent":{…},"outSR":…}`.
    static var context: Self {
        Self(.json(.context)) { form, name throws(RouteRequestError) in
            try form.fields.context(name)
        } write: { context in
            JSONWriter.text { $0.context(context) }
        }
    }
}

extension ParameterSyntax<LocateSettingsByInput> {
    /// `{"default":{…},"overrides":{"stops":{…},…}}`.
    ///
    /// - Parameter locations: The parameters with the operation's locations.
    static func locateSettings(of locations: [String]) -> Self {
        Self(.json(.locateSettings)) { form, name throws(RouteRequestError) in
            try form.fields.locateSettings(
                name, of: locations, defaults: form.locateDefaults)
        } write: { settings in
            JSONWriter.text { $0.locateSettings(settings) }
        }
    }
}

// The kinds of parameter values, for forms and schemas.

/// The kind of a parameter's values. It decides the control in forms and the schema.
package enum ParameterKind: Hashable, Sendable {
    /// A list of names published by the layer, from which values are taken.
    package enum NameList: Hashable, Sendable {
        case costs
        /// Cost attributes of the network that are measured in time.
        case timeCosts
        case restrictions
        case languages
        case styles
    }

    /// What a JSON value contains.
    package enum JSONShape: Hashable, Sendable {
        /// Points as a feature set, or as `x,y;x,y`.
        case points
        case lines
        case polygons
        /// A travel mode with its settings, or its id or name.
        case travelMode
        case attributeParameterValues
        /// A spatial reference, or its number.
        case spatialReference
        /// Locate settings for all inputs and for single ones.
        case locateSettings
        case context
        /// Points or lines as a feature set, GeoJSON, GPX or `x,y;x,y`.
        case traces
        /// Lines as encoded texts.
        case encodedPolylines
        /// Legs, each with points on it.
        case legs
    }

    case truth
    /// A finite number, 0 or more.
    case number
    case integer(ClosedRange<Int>)
    /// Milliseconds since 1970, or `now`.
    case time
    case text
    /// A route as text, which may be long.
    case handle
    case word([String])
    /// One name from a list.
    case name(NameList)
    /// Several names from a list, separated by commas or as a JSON array.
    case names(NameList)
    case json(JSONShape)
}

// The kinds of parameter values, for forms and schemas.

/// The kind of a parameter's values, which determines its control in forms and its schema.
package enum ParameterKind: Hashable, Sendable {
    /// The names that a layer publishes, which a value is taken from.
    package enum NameList: Hashable, Sendable {
        /// Cost attributes of the network.
        case costs
        /// Cost attributes of the network that are measured in time.
        case timeCosts
        /// Restriction attributes of the network.
        case restrictions
        /// Languages of directions.
        case languages
        /// Styles of directions.
        case styles
    }

    /// The contents of a JSON value.
    package enum JSONShape: Hashable, Sendable {
        /// Points as a feature set; also as `x,y;x,y`.
        case points
        /// Lines as a feature set.
        case lines
        /// Polygons as a feature set.
        case polygons
        /// A travel mode with its settings; also its id or name.
        case travelMode
        /// A list of values for parameters of attributes.
        case attributeParameterValues
        /// A spatial reference; also its number.
        case spatialReference
        /// Locate settings, for all inputs and for single ones.
        case locateSettings
        /// An extent and an output system.
        case context
        /// Points or lines as a feature set; also as GeoJSON, as GPX, and as `x,y;x,y`.
        case traces
        /// A list of lines as texts.
        case encodedPolylines
        /// A list of legs, each with points on it.
        case legs
    }

    /// `true` or `false`.
    case truth
    /// A finite number that is 0 or more.
    case number
    /// A whole number within bounds.
    case integer(ClosedRange<Int>)
    /// Milliseconds since 1970, or `now`.
    case time
    /// Any text.
    case text
    /// A route as text, which may be long.
    case handle
    /// One of these words.
    case word([String])
    /// One name of a list.
    case name(NameList)
    /// Some names of a list, with commas between or as a JSON array.
    case names(NameList)
    /// JSON.
    case json(JSONShape)
}

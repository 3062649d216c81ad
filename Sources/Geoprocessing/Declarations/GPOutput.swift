// The outputs of a task.

package import Geo

/// A task's output.
package struct GPOutput: Hashable, Sendable {
    package var name: String
    package var type: GPDataType
    package var value: GPValue

    package init(name: String, type: GPDataType, value: GPValue) {
        self.name = name
        self.type = type
        self.value = value
    }
}

/// An output's value.
package enum GPValue: Hashable, Sendable {
    case null
    /// `true` or `false`.
    case truth(Bool)
    case text(String)
    /// Features or rows, with the decimals for coordinates and measures; `nil` for all.
    case features(FeatureSet, decimals: Int? = nil, measureDecimals: Int? = nil)
    /// A JSON array as text, by its elements.
    case list([[UInt8]])
    /// The text in which ArcGIS states what a use costs, by the number of results. It costs nothing
    /// here.
    case usage(objects: Int)
    /// The outputs as files.
    case file(ResultFile)
}

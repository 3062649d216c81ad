// The colors of maps, by day and by night.

/// A map's colors.
struct MapPalette: Hashable, Sendable {
    var land: String
    /// The casing around streets.
    var casing: String
    /// The casing around bridges.
    var bridge: String
    var motorway: String
    var trunk: String
    var primary: String
    var secondary: String
    /// Lesser streets for vehicles, whatever their class.
    var minor: String
    /// Ways for people on foot and on bicycles.
    var path: String
    var ferry: String
    var label: String
    /// The rim to keep labels legible.
    var halo: String
    /// Free, slow, heavy, jammed and blocked.
    var jams: [String]

    static let light = MapPalette(
        land: "#f4f2ee", casing: "#d5d0c8", bridge: "#8f8a83", motorway: "#f2a65a",
        trunk: "#f6bd7d", primary: "#fad69f", secondary: "#fdeec8", minor: "#ffffff",
        path: "#b9a894", ferry: "#7ba7c9", label: "#4a4540", halo: "#ffffff",
        jams: ["#3d9a50", "#e0b000", "#e07b00", "#cf2f24", "#7a1d4f"])

    static let dark = MapPalette(
        land: "#191c21", casing: "#0f1114", bridge: "#626b78", motorway: "#a8703a",
        trunk: "#8d6639", primary: "#75603f", secondary: "#585346", minor: "#3a4049",
        path: "#4e4a44", ferry: "#3f6f92", label: "#d5d9df", halo: "#14171b",
        jams: ["#4db866", "#f0c52e", "#f29432", "#f25749", "#c95c96"])
}

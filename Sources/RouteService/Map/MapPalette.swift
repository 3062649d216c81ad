// The colors of maps, by day and by night.

/// A map's colors.
struct MapPalette: Hashable, Sendable {
    var land: String
    var water: String
    /// Woods, parks and other green land.
    var green: String
    /// Land with houses, shops and works.
    var built: String
    /// Sand and rock.
    var bare: String
    var building: String
    var boundary: String
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
        land: "#f4f2ee", water: "#bcd6e4", green: "#e0ead6", built: "#eeebe6", bare: "#f0e9d8",
        building: "#e2ddd5", boundary: "#a99bb0", casing: "#d5d0c8", bridge: "#8f8a83",
        motorway: "#f2a65a",
        trunk: "#f6bd7d", primary: "#fad69f", secondary: "#fdeec8", minor: "#ffffff",
        path: "#b9a894", ferry: "#7ba7c9", label: "#4a4540", halo: "#ffffff",
        jams: ["#3d9a50", "#e0b000", "#e07b00", "#cf2f24", "#7a1d4f"])

    static let dark = MapPalette(
        land: "#191c21", water: "#15283a", green: "#1a2420", built: "#1d2025", bare: "#25231f",
        building: "#24282f", boundary: "#5d5468", casing: "#0f1114", bridge: "#626b78",
        motorway: "#a8703a",
        trunk: "#8d6639", primary: "#75603f", secondary: "#585346", minor: "#3a4049",
        path: "#4e4a44", ferry: "#3f6f92", label: "#d5d9df", halo: "#14171b",
        jams: ["#4db866", "#f0c52e", "#f29432", "#f25749", "#c95c96"])
}

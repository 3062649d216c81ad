// The classes of roads, as codes in the edge column.

/// A road's class, from most to least important for through traffic.
public enum RoadClass: UInt8, CaseIterable, Sendable, Codable {
    /// A motorway, without crossings at grade.
    case motorway = 0
    /// A trunk road: the most important roads that are not motorways.
    case trunk
    /// A primary road, which links larger towns.
    case primary
    /// A secondary road, which links towns.
    case secondary
    /// A tertiary road, which links villages or districts.
    case tertiary
    /// A minor public road.
    case unclassified
    /// A residential street.
    case residential
    /// A street with walking pace.
    case livingStreet
    /// An access road, as to a building, a car park or a yard.
    case service
    /// An agricultural or forest track.
    case track
    /// A street for pedestrians.
    case pedestrian
    /// A separate cycleway.
    case cycleway
    /// A separate footway.
    case footway
    /// A path without a particular use.
    case path
    /// Stairs, for pedestrians only.
    case steps
    /// A ferry crossing.
    case ferry
    /// Anything else.
    case other
}

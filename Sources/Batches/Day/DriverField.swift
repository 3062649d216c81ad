// The columns of `--drivers`.

/// The columns of drivers.
package enum DriverField: String, CaseIterable {
    case name = "Name"
    case startX = "StartX"
    case startY = "StartY"
    case startName = "StartName"
    case endX = "EndX"
    case endY = "EndY"
    case endName = "EndName"
    case returnToStart = "ReturnToStart"
    case shiftStart = "ShiftStart"
    case shiftEnd = "ShiftEnd"
    case travelMode = "TravelMode"
    case height = "Height"
    case width = "Width"
    case length = "Length"
    case weight = "Weight"
    case maxTotalTime = "MaxTotalTime"
    case breakMinutes = "Break"
    case breakEarliest = "BreakEarliest"
    case breakLatest = "BreakLatest"
    case currentX = "CurrentX"
    case currentY = "CurrentY"
    case currentTime = "CurrentTime"
}

// The pictures' style sheet, whose colors a page may change.

/// A picture's colors and lines, as CSS.
package enum PictureStyle {
    /// The colors, as CSS properties for the rules. A dark page defines others.
    package static let colors = """
        \(routeColors) --barrier: \(RouteColor.barrier); --ground: #e2e5de; \
        --stop: #ffffff; --onstop: #16191d; --street: #ffffff; --road: #fbeecb; \
        --rim: #c9cdc4; --halo: #ffffff; --margin: #4a525c;
        """

    private static let routeColors = RouteColor.all.enumerated().map { "--r\($0): \($1);" }
        .joined(separator: " ")

    /// The colors for a dark page.
    package static let darkColors = """
        --r0: #6db6ff; --r1: #c6a1ff; --r2: #5fd3ab; --r3: #ffb45e; --r4: #ff8fbd; \
        --stop: #13161a; --onstop: #e9ecef; --barrier: #ff7b82; --ground: #1c2126; \
        --street: #39424d; --road: #4d4a3f; --rim: #39424d; --halo: #13161a; --margin: #b4bcc6;
        """

    /// The rules for the elements' classes.
    package static let rules = """
        svg .ground { fill: var(--ground) }
        svg .street { fill: none; stroke: var(--street); stroke-linecap: round; \
        stroke-linejoin: round; stroke-width: 1.6 }
        svg .street.path { stroke: var(--rim); stroke-dasharray: 2 2; stroke-width: .7 }
        svg .street.medium { stroke-width: 2.6 }
        svg .street.major { stroke: var(--road); stroke-width: 3.6 }
        svg .case { fill: none; stroke: var(--halo); stroke-linejoin: round; stroke-width: 7 }
        svg .route { fill: none; stroke-linecap: round; stroke-linejoin: round; stroke-width: 4 }
        svg .many .case { stroke-width: 5 } svg .many .route { stroke-width: 3 }
        svg .arrows { fill: none; stroke: var(--halo); stroke-width: 1 }
        svg .pair { fill: none; stroke-opacity: .55; stroke-width: 1.5 }
        svg .r0 { stroke: var(--r0) } svg .r1 { stroke: var(--r1) } svg .r2 { stroke: var(--r2) } \
        svg .r3 { stroke: var(--r3) } svg .r4 { stroke: var(--r4) }
        svg .slow-jam { stroke: #f2b900 } svg .heavy-jam { stroke: #e8710a } \
        svg .jammed-jam { stroke: #c5221f } svg .blocked-jam { stroke: #4d0b0a }
        svg .stop { fill: var(--stop); stroke-width: 2.5 }
        svg .lost { fill: var(--stop); stroke: var(--barrier); stroke-dasharray: 3 2; \
        stroke-width: 1.5 }
        svg .number { fill: var(--onstop); font: 600 11px system-ui, sans-serif; \
        text-anchor: middle }
        svg .name { fill: var(--onstop); font: 12px system-ui, sans-serif; paint-order: stroke; \
        stroke: var(--halo); stroke-width: 3; text-anchor: middle }
        svg .barrier { fill: none; stroke: var(--barrier); stroke-width: 2.5 }
        svg .closed { fill: var(--barrier); fill-opacity: .22; fill-rule: evenodd }
        svg .slow { fill: var(--barrier); fill-opacity: .08; fill-rule: evenodd; \
        stroke-dasharray: 6 4 }
        svg .scale { fill: none; stroke: var(--margin); stroke-width: 1.5 }
        svg .miles, svg .attribution { fill: var(--margin); font: 11px system-ui, sans-serif }
        svg .attribution { font-size: 10px; paint-order: stroke; stroke: var(--ground); \
        stroke-width: 3; text-anchor: end }
        """

    /// The style for a picture on its own. Programs other than browsers do not know CSS properties.
    package static let standalone: String = {
        var style = rules
        for color in colors.split(separator: ";") {
            guard let colon = color.firstIndex(of: ":") else { continue }
            let name = color[..<colon].drop { $0 == " " }
            let value = color[colon...].dropFirst().drop { $0 == " " }
            style = style.replacing("var(\(name))", with: value)
        }
        return style
    }()
}

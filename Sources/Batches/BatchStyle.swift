// How GIS programs draw a batch's tables: in the report's colors.

import Pictures
import RouteAPI

/// A table's style for QGIS (`qml`) and for other programs (`sld`, OGC 05-078).
struct BatchStyle {
    let qml: String
    let sld: String

    /// Makes the style of a table. Returns `nil` if the table has no shapes, or needs no style.
    init?(of table: BatchTable) {
        switch table {
        case .routes:
            self.init(
                type: 1,
                symbol: Self.line(width: 0.9, color: RouteColor.all[0], byRoute: true),
                sld: Self.stroke(RouteColor.all[0], width: 3), table: table)
        case .stops:
            self.init(
                type: 0, symbol: Self.marker, label: "Sequence",
                sld: Self.mark(RouteColor.all[0], size: 12), table: table)
        case .barriers(.line):
            self.init(
                type: 1, symbol: Self.line(width: 0.8, color: RouteColor.barrier, byRoute: false),
                sld: Self.stroke(RouteColor.barrier, width: 3), table: table)
        default: return nil
        }
    }

    private init(type: Int, symbol: String, label: String? = nil, sld: String, table: BatchTable) {
        qml = """
            <!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
            <qgis version="3.28" styleCategories="Symbology|Labeling" \
            labelsEnabled="\(label == nil ? 0 : 1)">
             <renderer-v2 type="singleSymbol" symbollevels="0" forceraster="0">
              <symbols>
            \(symbol)
              </symbols>
             </renderer-v2>
            \(label.map(Self.labeling) ?? "") <layerGeometryType>\(type)</layerGeometryType>
            </qgis>

            """
        self.sld = """
            <?xml version="1.0" encoding="UTF-8"?>
            <StyledLayerDescriptor xmlns="http://www.opengis.net/sld" version="1.1.0" \
            xmlns:se="http://www.opengis.net/se">
             <NamedLayer>
              <se:Name>\(table.name)</se:Name>
              <UserStyle>
               <se:FeatureTypeStyle>
                <se:Rule>
            \(sld)
                </se:Rule>
               </se:FeatureTypeStyle>
              </UserStyle>
             </NamedLayer>
            </StyledLayerDescriptor>

            """
    }

    /// A QGIS expression, escaped for XML, for a route's color by its number.
    private static var colorByRoute: String {
        let colors = RouteColor.all.map { "'\($0)'" }.joined(separator: ", ")
        return "array_get(array(\(colors)), (&quot;RouteID&quot; - 1) % \(RouteColor.all.count))"
    }

    /// Makes a symbol's property depend on the row.
    private static func dependent(_ property: String) -> String {
        """
             <data_defined_properties>
              <Option type="Map">
               <Option name="name" type="QString" value=""/>
               <Option name="properties" type="Map">
                <Option name="\(property)" type="Map">
                 <Option name="active" type="bool" value="true"/>
                 <Option name="expression" type="QString" value="\(colorByRoute)"/>
                 <Option name="type" type="int" value="3"/>
                </Option>
               </Option>
               <Option name="type" type="QString" value="collection"/>
              </Option>
             </data_defined_properties>
        """
    }

    private static func line(width: Double, color: String, byRoute: Bool) -> String {
        """
           <symbol name="0" type="line" alpha="1" clip_to_extent="1" force_rhr="0">
            <layer class="SimpleLine" enabled="1" pass="0" locked="0">
             <Option type="Map">
              <Option name="line_color" type="QString" value="\(components(of: color))"/>
              <Option name="line_width" type="QString" value="\(width)"/>
              <Option name="line_width_unit" type="QString" value="MM"/>
              <Option name="capstyle" type="QString" value="round"/>
              <Option name="joinstyle" type="QString" value="round"/>
             </Option>
        \(byRoute ? dependent("outlineColor") : "")
            </layer>
           </symbol>
        """
    }

    private static var marker: String {
        """
           <symbol name="0" type="marker" alpha="1" clip_to_extent="1" force_rhr="0">
            <layer class="SimpleMarker" enabled="1" pass="0" locked="0">
             <Option type="Map">
              <Option name="name" type="QString" value="circle"/>
              <Option name="color" type="QString" value="\(components(of: RouteColor.all[0]))"/>
              <Option name="outline_color" type="QString" value="255,255,255,255"/>
              <Option name="outline_width" type="QString" value="0.4"/>
              <Option name="size" type="QString" value="4.4"/>
              <Option name="size_unit" type="QString" value="MM"/>
             </Option>
        \(dependent("fillColor"))
            </layer>
           </symbol>
        """
    }

    private static func labeling(by field: String) -> String {
        """
         <labeling type="simple">
          <settings calloutType="simple">
           <text-style fieldName="\(field)" isExpression="0" fontSize="7" fontWeight="75" \
        textColor="255,255,255,255"/>
           <placement placement="1" quadOffset="4" dist="0"/>
          </settings>
         </labeling>

        """
    }

    private static func stroke(_ color: String, width: Int) -> String {
        """
                 <se:LineSymbolizer>
                  <se:Stroke>
                   <se:SvgParameter name="stroke">\(color)</se:SvgParameter>
                   <se:SvgParameter name="stroke-width">\(width)</se:SvgParameter>
                   <se:SvgParameter name="stroke-linejoin">round</se:SvgParameter>
                  </se:Stroke>
                 </se:LineSymbolizer>
        """
    }

    private static func mark(_ color: String, size: Int) -> String {
        """
                 <se:PointSymbolizer>
                  <se:Graphic>
                   <se:Mark>
                    <se:WellKnownName>circle</se:WellKnownName>
                    <se:Fill><se:SvgParameter name="fill">\(color)</se:SvgParameter></se:Fill>
                    <se:Stroke><se:SvgParameter name="stroke">#ffffff</se:SvgParameter></se:Stroke>
                   </se:Mark>
                   <se:Size>\(size)</se:Size>
                  </se:Graphic>
                 </se:PointSymbolizer>
        """
    }

    /// Converts a color such as `#1f6feb` to QGIS's form, `31,111,235,255`.
    static func components(of color: String) -> String {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        return "\(number >> 16 & 255),\(number >> 8 & 255),\(number & 255),255"
    }
}

// The stored layers that a service definition declares.

import AccessControl
import DefinitionFiles
import FeatureStore
import Foundation
import Geo
public import RouteAPI

/// A service's stored layer, as its definition declares it.
///
///     storedLayers:
///       - name: Deliveries
///         file: ../data/day.gpkg
///         layer: deliveries
///         fields:
///           Name: customer
///         where: cancelled = 0
///       - name: Closures
///         file: ../data/closures.gpkg
///         standing: PolygonBarriers
///         editing: true
///       - name: Depots
///         store: postgres://reader@db.example/town?schema=routing
///         layer: depots
///
/// A layer comes from a GeoPackage (`file`) or a database (`store`). `StoreCollection` opens it
/// and checks columns and condition; `StoredLayer` is the result. Use `standing` if its rows are
/// barriers in every request, and `editing` if the service's editors may change them.
public struct StoredLayerDeclaration: Hashable, Sendable {
    /// The name that requests use.
    public var name: String
    /// The GeoPackage file's path, or the database's URL, which may have a password.
    public var path: String
    /// The layer's name in the file or database.
    public var table: String
    /// Input fields that have other names in the layer.
    public var mapping: FieldMapping
    /// A condition that narrows the layer's rows; `nil` for all rows.
    public var condition: String?
    /// The class of barriers that its rows are in every request; `nil` for none.
    public var standing: BarrierClass?
    /// Whether editors may change its rows.
    public var isEditable: Bool
    /// The line where the declaration begins, for messages.
    public var line: Int?

    /// Declares a layer.
    public init(
        name: String, path: String, table: String? = nil, mapping: FieldMapping = FieldMapping(),
        condition: String? = nil, standing: BarrierClass? = nil, isEditable: Bool = false,
        line: Int? = nil
    ) {
        self.name = name
        self.path = path
        self.table = table ?? name
        self.mapping = mapping
        self.condition = condition
        self.standing = standing
        self.isEditable = isEditable
        self.line = line
    }

    /// Returns whether another declaration has the same rows, under the same names and rights.
    package func hasSameRows(as other: StoredLayerDeclaration) -> Bool {
        var copy = other
        (copy.standing, copy.line) = (standing, line)
        return copy == self
    }
}

extension MappingReader {
    /// The most layers in a service.
    private static let mostLayers = 1_000

    /// Reads the declarations under `storedLayers`.
    ///
    /// - Parameters:
    ///   - folder: The folder to which paths are relative.
    ///   - access: The access rules; editing needs editors.
    mutating func storedLayers(
        in folder: URL, _ access: ServiceAccess
    ) -> [StoredLayerDeclaration] {
        guard let readers = mappings("storedLayers") else { return [] }
        if readers.count > Self.mostLayers {
            fault(
                "storedLayers", "has \(readers.count) layers; at most \(Self.mostLayers) are read")
            return []
        }
        var seen: Set<String> = []
        return readers.compactMap { item in
            var item = item
            let layer = item.storedLayer(in: folder, access)
            item.finish()
            guard let layer else { return nil }
            if !seen.insert(layer.name.lowercased()).inserted {
                item.fault("name", "is \"\(layer.name)\", as of an earlier layer")
            }
            return layer
        }
    }

    private mutating func storedLayer(
        in folder: URL, _ access: ServiceAccess
    ) -> StoredLayerDeclaration? {
        let name = required("name")
        let place = storePlace(in: folder)
        let table = text("layer")
        let mapping = FieldMapping(
            (texts("fields") ?? []).map { .init(field: $0.key, column: $0.value.value) })
        let condition = condition("where")
        let standing = word("standing", of: BarrierClass.self, by: { $0.definitionName })
        let isEditable = flag("editing") ?? false
        if let name, name.allSatisfy({ $0.isASCII && $0.isNumber }) {
            fault("name", "is \"\(name)\", which requests would take for the number of a layer")
        }
        if isEditable, access.editors?.isEmpty ?? true {
            fault("editing", "needs \"editors\" under \"access\": the users with the right to edit")
        }
        guard let name, let place else { return nil }
        return StoredLayerDeclaration(
            name: name, path: place, table: table, mapping: mapping, condition: condition,
            standing: standing,
            isEditable: isEditable, line: line)
    }

    /// Reads a file's path, or a database's URL.
    private mutating func storePlace(in folder: URL) -> String? {
        guard let store = text("store"), !store.isEmpty else {
            return required("file").map {
                URL(fileURLWithPath: $0, relativeTo: folder).standardizedFileURL.path
            }
        }
        if text("file") != nil {
            fault("store", "cannot be combined with \"file\"; name one")
            return nil
        }
        guard StorePlace(store).isDatabase else {
            fault(
                "store",
                "is not the URL of a database, which begins with postgres://; name a GeoPackage "
                    + "under \"file\"")
            return nil
        }
        return store
    }

    /// Reads a condition and parses it to find its faults.
    private mutating func condition(_ key: String) -> String? {
        guard let text = text(key), text.contains(where: { !$0.isWhitespace }) else { return nil }
        do throws(WhereError) {
            return try WhereClause(text).text
        } catch {
            fault(key, "cannot be read: \(error)")
            return nil
        }
    }
}

// Opens the stores that service definitions name, each file or database once.

import DefinitionFiles
import FeatureStore
import Foundation
import Geo
import PublishedServices
import RouteAPI
import ServiceDefinitions

/// Identifies an open store: two declarations with the same key share it.
struct StoreKey: Hashable, Sendable {
    private let path: String
    /// Whether it is open for editing.
    let isEdited: Bool
    /// The file's number, which changes if another file takes its place; `nil` without a file, as
    /// for a database.
    private let file: UInt64?

    /// Makes the key for the store now at a path.
    init(path: String, isEdited: Bool) {
        self.path = path
        self.isEdited = isEdited
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // If the file cannot be found, opening it reports the problem.
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        file = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}

/// The stores that some service definitions use, by path or URL.
struct StoreCollection {
    /// The places of layers that are edited.
    private let edited: Set<String>
    /// Stores that are open already.
    private let known: [StoreKey: any LayerStore]
    /// The stores that the declarations so far use.
    private(set) var stores: [StoreKey: any LayerStore] = [:]
    /// Each service's declarations so far, with their files.
    private var declared: [String: [(file: String, layer: StoredLayerDeclaration)]] = [:]

    /// Prepares the stores for some declarations.
    ///
    /// - Parameter known: Stores that are open already. They stay open if they are declared again.
    init(
        of declarations: [StoredLayerDeclaration], keeping known: [StoreKey: any LayerStore] = [:]
    ) {
        self.known = known
        edited = Set(declarations.filter(\.isEditable).map(\.path))
    }

    /// Opens a definition's stored layers; returns them, and the problems of layers it cannot open.
    mutating func layers(
        of definition: ServiceDefinition
    ) -> (layers: [StoredLayer], problems: [DefinitionProblem]) {
        var layers: [StoredLayer] = []
        var problems: [DefinitionProblem] = []
        for declaration in definition.storedLayers {
            do throws(FeatureStoreError) {
                let layer = try StoredLayer(declaration, in: store(at: declaration.path))
                // Finds faults in the condition against the columns, without reading rows.
                _ = try layer.features(FeatureSelection(), { $0.limit = 0 }) { false }
                if declaration.isEditable {
                    try layer.requireEditing()
                }
                layers.append(layer)
                if let text = Self.mismatch(of: layer) {
                    problems.append(Self.problem(text, declaration, definition))
                }
            } catch {
                problems.append(Self.problem("\(error)", declaration, definition))
            }
        }
        return (layers, problems)
    }

    /// Finds layers that another definition of the same service declares under the same name but in
    /// another form. Both would have one URL.
    mutating func conflicts(of definition: ServiceDefinition) -> [DefinitionProblem] {
        let service = "\(definition.folder)/\(definition.service)"
        let others = declared[service] ?? []
        declared[service] =
            others + definition.storedLayers.map { (file: definition.file, layer: $0) }
        return definition.storedLayers.compactMap { layer in
            let other = others.first { other in
                other.layer.name.lowercased() == layer.name.lowercased()
                    && !other.layer.hasSameRows(as: layer)
            }
            return other.map { other in
                Self.problem("is declared in another form in \(other.file)", layer, definition)
            }
        }
    }

    private mutating func store(at path: String) throws(FeatureStoreError) -> any LayerStore {
        let key = StoreKey(path: path, isEdited: edited.contains(path))
        if let open = stores[key] ?? known[key] {
            stores[key] = open
            return open
        }
        let store = try StorePlace(path).open(key.isEdited ? .readWrite : .readOnly)
        stores[key] = store
        return store
    }

    /// Returns why a layer's shapes cannot be the barriers it is declared as.
    private static func mismatch(of layer: StoredLayer) -> String? {
        guard let kind = layer.declaration.standing else { return nil }
        if layer.geometryType == kind.geometryType { return nil }
        // A table without shapes may have stored places.
        if layer.geometryType == nil, kind == .point { return nil }
        let found = layer.geometryType?.rawValue ?? "no shapes"
        return "\"standing\" is \(kind.definitionName), which needs "
            + "\(kind.geometryType.rawValue); the layer has \(found)"
    }

    private static func problem(
        _ text: String, _ declaration: StoredLayerDeclaration, _ definition: ServiceDefinition
    ) -> DefinitionProblem {
        DefinitionProblem(
            file: definition.file, line: declaration.line,
            text: "the stored layer \"\(declaration.name)\": \(text)")
    }
}

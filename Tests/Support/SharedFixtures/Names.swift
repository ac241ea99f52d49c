package import WaymarkCore
import WaymarkRuntime

// One type with two names in each of the six kinds of tokens, and without a name.

package protocol NamedLedger: Sendable { var label: String { get } }
@MainActor package protocol Leaf: AnyObject { var label: String { get } }
package protocol LedgerSettings: Sendable { var label: String { get set } }
@MainActor package protocol LeafSettings { var label: String { get set } }
package protocol FilledLedger: Sendable { var label: String { get } }
@MainActor package protocol FilledLeaf: AnyObject { var label: String { get } }

extension RoutableService<any NamedLedger> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainLedger: Self { declared() }
  package static var copyLedger: Self { declared() }
}
extension RoutableView<any Leaf> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainLeaf: Self { declared() }
  package static var copyLeaf: Self { declared() }
}
extension RoutableServiceModule<any LedgerSettings> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainLedgerSettings: Self { declared() }
  package static var copyLedgerSettings: Self { declared() }
}
extension RoutableViewModule<any LeafSettings> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainLeafSettings: Self { declared() }
  package static var copyLeafSettings: Self { declared() }
}
extension RoutableServices<any NamedLedger> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainLedgers: Self { declared() }
  package static var copyLedgers: Self { declared() }
}
extension RoutableViews<any Leaf> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainLeaves: Self { declared() }
  package static var copyLeaves: Self { declared() }
}
extension RoutableService<any FilledLedger> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainFilledLedger: Self { declared() }
  package static var copyFilledLedger: Self { declared() }
}
extension RoutableView<any FilledLeaf> {
  package init() { self.init(declaredProtocol: Protocol.self) }
  package static var mainFilledLeaf: Self { declared() }
  package static var copyFilledLeaf: Self { declared() }
}

package struct Book: NamedLedger, FilledLedger {
  package let label: String
  package init(label: String) { self.label = label }
}
@MainActor package final class NamedPage: Leaf, FilledLeaf {
  package let label: String
  package init(label: String) { self.label = label }
}
package struct BookSettings: LedgerSettings {
  package var label: String
  package init(label: String) { self.label = label }
}
package struct PageSettings: LeafSettings {
  package var label: String
  package init(label: String) { self.label = label }
}

/// A key of a type: one of its two names, or the type itself.
package enum NameKey: String, CaseIterable, Sendable {
  case main, copy, plain

  package var ledger: RoutableService<any NamedLedger> { pick(.mainLedger, .copyLedger, .init()) }
  package var leaf: RoutableView<any Leaf> { pick(.mainLeaf, .copyLeaf, .init()) }
  package var ledgerSettings: RoutableServiceModule<any LedgerSettings> {
    pick(.mainLedgerSettings, .copyLedgerSettings, .init())
  }
  package var leafSettings: RoutableViewModule<any LeafSettings> {
    pick(.mainLeafSettings, .copyLeafSettings, .init())
  }
  package var ledgers: RoutableServices<any NamedLedger> { pick(.mainLedgers, .copyLedgers, .init()) }
  package var leaves: RoutableViews<any Leaf> { pick(.mainLeaves, .copyLeaves, .init()) }
  package var filledLedger: RoutableService<any FilledLedger> {
    pick(.mainFilledLedger, .copyFilledLedger, .init())
  }
  package var filledLeaf: RoutableView<any FilledLeaf> { pick(.mainFilledLeaf, .copyFilledLeaf, .init()) }

  private func pick<Token>(_ main: Token, _ copy: Token, _ plain: Token) -> Token {
    switch self {
    case .main: main
    case .copy: copy
    case .plain: plain
    }
  }
}

/// The rows of the table of the keys that are provided.
package enum ProvidedNames: String, CaseIterable, Sendable {
  case nothing, main, both, plain, plainAndCopy

  package var keys: [NameKey] {
    switch self {
    case .nothing: []
    case .main: [.main]
    case .both: [.main, .copy]
    case .plain: [.plain]
    case .plainAndCopy: [.plain, .copy]
    }
  }

  /// Returns the expected result of a request by a key: the key of the instance, or the code of an error.
  package func expected(_ key: NameKey) -> String {
    if keys.contains(key) { return key.rawValue }
    guard key == .plain, !keys.isEmpty else { return "unregistered" }
    return keys.count == 1 ? keys[0].rawValue : "ambiguousName"
  }
}

/// Provides some keys of all kinds, each labeled with its name.
package struct NamedModule: RouteModule {
  package let keys: [NameKey]
  package var prefix: String
  package var isKept: Bool

  package init(keys: [NameKey], prefix: String = "", isKept: Bool = false) {
    self.keys = keys
    self.prefix = prefix
    self.isKept = isKept
  }

  package var routes: Routes {
    for key in keys {
      let label = prefix + key.rawValue
      Route({ Book(label: label) }) {
        key.ledger
        if isKept { Singleton() }
      }
      Route(NamedPage.self) {
        key.leaf
        if isKept { Singleton() }
      } make: {
        NamedPage(label: label)
      }
      Route(Book.self, configuration: { BookSettings(label: label) }) {
        key.ledgerSettings
        key.filledLedger
      } make: { settings, _ in
        Book(label: settings.label)
      }
      Route(NamedPage.self, configuration: { PageSettings(label: label) }) {
        key.leafSettings
        key.filledLeaf
      } make: { settings, _ in
        NamedPage(label: settings.label)
      }
      Route({ Book(label: label) }) { Contributes(to: key.ledgers, as: "one") }
      Route(NamedPage.self) {
        Contributes(to: key.leaves, as: "one")
      } make: {
        NamedPage(label: label)
      }
    }
  }
}

/// The ways to provide names to a registry.
package enum NamedRegistry: String, CaseIterable, Sendable {
  case plain, kept, extended, extendedTwice, overridden, scope, profile, isolated, merged

  package func make(_ keys: [NameKey]) throws -> Registry {
    let old = NamedModule(keys: keys, prefix: "old ")
    return switch self {
    case .plain: try Registry { NamedModule(keys: keys) }
    case .kept: try Registry { NamedModule(keys: keys, isKept: true) }
    case .extended: try Registry {}.extending { NamedModule(keys: keys) }
    case .extendedTwice:
      try Registry { NamedModule(keys: Array(keys.prefix(1))) }.extending {
        NamedModule(keys: Array(keys.dropFirst()))
      }
    case .overridden: try Registry { old }.overriding { NamedModule(keys: keys) }
    case .scope: try Registry { NamedModule(keys: keys) }.opening(UserSession(user: "ada"))
    case .profile:
      try Registry(profile: .preview) {
        old
        When(.preview) { NamedModule(keys: keys) }
      }
    case .isolated: try Registry.isolating(RoutesBuilder.buildExpression(NamedModule(keys: keys)))
    case .merged:
      try {
        // Small layers are merged with those below.
        var registry = try Registry { old }
        for key in keys { registry = try registry.overriding { NamedModule(keys: [key]) } }
        return registry
      }()
    }
  }

  /// The code of an error in this registry: an isolated module's needs are unimplemented.
  package func code(_ expected: String) -> String {
    self == .isolated && expected == "unregistered" ? "unimplemented" : expected
  }
}

/// The result of a request, or the code of its error.
package func outcome(_ request: () throws -> String) -> String {
  do { return try request() } catch {
    return (error as? RouteError)?.code.description ?? "\(error)"
  }
}

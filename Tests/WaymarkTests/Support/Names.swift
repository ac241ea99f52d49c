import Waymark
import WaymarkRuntime

// One type with two names in each of the six kinds of tokens, and without a name.

protocol NamedLedger: Sendable { var label: String { get } }
@MainActor protocol Leaf: AnyObject { var label: String { get } }
protocol LedgerSettings: Sendable { var label: String { get set } }
@MainActor protocol LeafSettings { var label: String { get set } }
protocol FilledLedger: Sendable { var label: String { get } }
@MainActor protocol FilledLeaf: AnyObject { var label: String { get } }

extension RoutableService<any NamedLedger> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainLedger: Self { declared() }
  static var copyLedger: Self { declared() }
}
extension RoutableView<any Leaf> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainLeaf: Self { declared() }
  static var copyLeaf: Self { declared() }
}
extension RoutableServiceModule<any LedgerSettings> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainLedgerSettings: Self { declared() }
  static var copyLedgerSettings: Self { declared() }
}
extension RoutableViewModule<any LeafSettings> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainLeafSettings: Self { declared() }
  static var copyLeafSettings: Self { declared() }
}
extension RoutableServices<any NamedLedger> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainLedgers: Self { declared() }
  static var copyLedgers: Self { declared() }
}
extension RoutableViews<any Leaf> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainLeaves: Self { declared() }
  static var copyLeaves: Self { declared() }
}
extension RoutableService<any FilledLedger> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainFilledLedger: Self { declared() }
  static var copyFilledLedger: Self { declared() }
}
extension RoutableView<any FilledLeaf> {
  init() { self.init(declaredProtocol: Protocol.self) }
  static var mainFilledLeaf: Self { declared() }
  static var copyFilledLeaf: Self { declared() }
}

struct Book: NamedLedger, FilledLedger { let label: String }
@MainActor final class NamedPage: Leaf, FilledLeaf {
  let label: String
  init(label: String) { self.label = label }
}
struct BookSettings: LedgerSettings { var label: String }
struct PageSettings: LeafSettings { var label: String }

/// A key of a type: one of its two names, or the type itself.
enum NameKey: String, CaseIterable, Sendable {
  case main, copy, plain

  var ledger: RoutableService<any NamedLedger> { pick(.mainLedger, .copyLedger, .init()) }
  var leaf: RoutableView<any Leaf> { pick(.mainLeaf, .copyLeaf, .init()) }
  var ledgerSettings: RoutableServiceModule<any LedgerSettings> {
    pick(.mainLedgerSettings, .copyLedgerSettings, .init())
  }
  var leafSettings: RoutableViewModule<any LeafSettings> {
    pick(.mainLeafSettings, .copyLeafSettings, .init())
  }
  var ledgers: RoutableServices<any NamedLedger> { pick(.mainLedgers, .copyLedgers, .init()) }
  var leaves: RoutableViews<any Leaf> { pick(.mainLeaves, .copyLeaves, .init()) }
  var filledLedger: RoutableService<any FilledLedger> { pick(.mainFilledLedger, .copyFilledLedger, .init()) }
  var filledLeaf: RoutableView<any FilledLeaf> { pick(.mainFilledLeaf, .copyFilledLeaf, .init()) }

  private func pick<Token>(_ main: Token, _ copy: Token, _ plain: Token) -> Token {
    switch self {
    case .main: main
    case .copy: copy
    case .plain: plain
    }
  }
}

/// The rows of the table of the keys that are provided.
enum ProvidedNames: String, CaseIterable, Sendable {
  case nothing, main, both, plain, plainAndCopy

  var keys: [NameKey] {
    switch self {
    case .nothing: []
    case .main: [.main]
    case .both: [.main, .copy]
    case .plain: [.plain]
    case .plainAndCopy: [.plain, .copy]
    }
  }

  /// What a request by a key gets: the key that's meant, or the code of an error.
  func expected(_ key: NameKey) -> String {
    if keys.contains(key) { return key.rawValue }
    guard key == .plain, !keys.isEmpty else { return "unregistered" }
    return keys.count == 1 ? keys[0].rawValue : "ambiguousName"
  }
}

/// Provides some keys of all kinds, each labeled with its name.
struct NamedModule: RouteModule {
  let keys: [NameKey]
  var prefix = ""
  var isKept = false

  var routes: Routes {
    for key in keys {
      let label = prefix + key.rawValue
      Route({ Book(label: label) }) {
        key.ledger
        if isKept { Singleton() }
      }
      Route(NamedPage.self) {
        key.leaf
        Supports(.push)
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
        Supports(.push)
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

/// The ways in which a registry comes to provide names.
enum NamedRegistry: String, CaseIterable, Sendable {
  case plain, kept, extended, extendedTwice, overridden, scope, early, profile, isolated, merged

  /// The complete registries, which an early one doesn't keep alive.
  private static let completions = Lock<[Registry]>([])

  func make(_ keys: [NameKey]) throws -> Registry {
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
    case .early:
      try {
        let early = try Registry(stage: .early) {}
        let complete = try early.extending { NamedModule(keys: keys) }
        Self.completions.withLock { $0.append(complete) }
        return early
      }()
    case .profile:
      try Registry(profile: .preview) {
        old
        When(.preview) { NamedModule(keys: keys) }
      }
    case .isolated: try Registry(isolating: RoutesBuilder.buildExpression(NamedModule(keys: keys)))
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
  func code(_ expected: String) -> String {
    self == .isolated && expected == "unregistered" ? "unimplemented" : expected
  }
}

/// The result of a request, or the code of its error.
func outcome(_ request: () throws -> String) -> String {
  do { return try request() } catch {
    return (error as? RouteError)?.code.description ?? "\(error)"
  }
}

/// A part of an application that declares the destinations it provides.
///
///     struct EditorModule: RouteModule {
///       var routes: Routes {
///         Route(Editor.self) {
///           View<any EditorInput>()
///           Identifier("editor")
///         }
///       }
///     }
///
/// A module can have parameters (stored properties), and can list other modules among its routes. Declare one module
/// for each feature, because the compile time of a block grows faster than its size.
public protocol RouteModule: RouteVocabulary {
  /// The declarations of the module.
  @RoutesBuilder var routes: Routes { get }

  /// Checks the compiled registry with the module's own rule.
  ///
  ///     func check(_ registry: Registry) -> [Diagnostic] {
  ///       registry.routes.filter { $0.kind == .view && $0.urls.isEmpty }
  ///         .map { Diagnostic(.warning, "\($0.destination) has no URL", remedy: "add a URLPattern") }
  ///     }
  ///
  /// Waymark treats the returned diagnostics like the findings of its own rules: an error makes the registry's
  /// initializer throw. The rule can use routers, routes, and the graph. An attempt to create a destination throws
  /// `madeDuringCheck`.
  ///
  /// - Parameter registry: The registry with the routes of all modules.
  /// - Returns: The problems.
  func check(_ registry: Registry) -> [Diagnostic]
}

extension RouteModule {
  /// Returns no problems: the default for modules without a rule of their own.
  public func check(_ registry: Registry) -> [Diagnostic] { [] }
}

/// A part of the program's life with values of its own: a session, a request, a window, a document.
///
///     struct Session: RouteScope { let user: String }
///     struct Request: RouteScope {
///       typealias Outer = Session
///       let path: String
///     }
///
/// The type identifies the scope, and a value of it opens the scope (``Registry/opening(_:)``). While the scope is
/// open, Waymark injects the value by its type: a parameter of type `Session` gets the open session's value. A route
/// that's ``Scoped`` to the type has one instance for each open scope.
public protocol RouteScope: Sendable {
  /// The scope that encloses this one, by default the root.
  associatedtype Outer: RouteScope = RootScope
}

/// The scope that encloses all others: a compiled registry outside of any opened scope, without a value.
public enum RootScope: RouteScope {
  /// The root itself, which has no outer scope.
  public typealias Outer = RootScope
}

/// Chains of types of nested scopes.
enum ScopeChain {
  /// Returns a scope and its outer scopes, innermost first, without the root.
  static func of(_ scope: any RouteScope.Type) -> [any RouteScope.Type] {
    var chain: [any RouteScope.Type] = []
    var next = scope
    // Programs can declare types that enclose each other in a cycle, but can't open them.
    while next != RootScope.self, !chain.contains(where: { $0 == next }) {
      chain.append(next)
      next = outer(of: next)
    }
    return chain
  }

  /// Returns whether a scope is another one or inside it.
  static func scope(_ scope: any RouteScope.Type, isInside outer: any RouteScope.Type) -> Bool {
    of(scope).contains { $0 == outer }
  }

  private static func outer(of scope: any RouteScope.Type) -> any RouteScope.Type {
    func outer<Scope: RouteScope>(_: Scope.Type) -> any RouteScope.Type { Scope.Outer.self }
    return outer(scope)
  }
}

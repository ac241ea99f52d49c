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
/// A module may have parameters (stored properties), and may list other modules among its routes. Declare one
/// module for each feature, because the compile time of a block grows faster than its size.
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
  /// Diagnostics that it returns are treated like those of the library's rules: an error makes the registry's
  /// initializer throw. It may use routers, routes, and the graph. It must not make destinations; an attempt
  /// throws `madeDuringCheck`.
  ///
  /// - Parameter registry: The registry with the routes of all modules.
  /// - Returns: The problems that were found.
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
/// open, the value is injected by its type: a parameter of a route's initializer that is a `Session` gets the open
/// session's. A route that's ``Scoped`` to the type has one instance for each open scope.
public protocol RouteScope: Sendable {
  /// The scope that encloses this one; by default, the root: the registry that was compiled.
  associatedtype Outer: RouteScope = RootScope
}

/// The scope that encloses all others: a registry that was compiled, outside of any opened scope.
///
/// It has no values, because compiling a registry is what opens it.
public enum RootScope: RouteScope {
  /// The root itself, which nothing encloses.
  public typealias Outer = RootScope
}

/// The types of the scopes that enclose each other.
enum ScopeChain {
  /// Returns a scope and the scopes that enclose it, innermost first, without the root.
  static func of(_ scope: any RouteScope.Type) -> [any RouteScope.Type] {
    var chain: [any RouteScope.Type] = []
    var next = scope
    // Types that enclose each other in a cycle can be declared, but not opened.
    while next != RootScope.self, !chain.contains(where: { $0 == next }) {
      chain.append(next)
      next = outer(of: next)
    }
    return chain
  }

  /// Returns whether a scope is another one, or inside it.
  static func scope(_ scope: any RouteScope.Type, isInside outer: any RouteScope.Type) -> Bool {
    of(scope).contains { $0 == outer }
  }

  private static func outer(of scope: any RouteScope.Type) -> any RouteScope.Type {
    func outer<Scope: RouteScope>(_: Scope.Type) -> any RouteScope.Type { Scope.Outer.self }
    return outer(scope)
  }
}

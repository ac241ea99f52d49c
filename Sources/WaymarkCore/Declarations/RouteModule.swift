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
  /// `madeDuringCheck`. The rule runs once for each profile, when the registry or the extension with the module is
  /// compiled, unless another rule has found an error.
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
/// The type identifies the scope, and a value of it opens the scope (``Registry/opening(_:fileID:line:)``). While the
/// scope is open, Waymark injects the value by its type: a parameter of type `Session` gets the open session's value. A
/// route that's ``Scoped`` to the type has one instance for each open scope.
public protocol RouteScope: OuterScope {
  /// The scope that encloses this one, by default the root.
  ///
  /// An optional, such as `Session?`, is a scope that can be missing.
  associatedtype Outer: OuterScope = RootScope
}

/// A scope that can enclose others: a ``RouteScope``, or an optional one that can be missing.
///
///     struct Visit: RouteScope {
///       typealias Outer = Session?
///       let path: String
///     }
///
/// A visit opens inside a session or without one. A parameter of type `Session?` is nil in a visit without a session.
/// Compilation refuses a route that needs both a `Visit` and a `Session` (`captive-scope`).
///
/// Don't conform your own types to it. Conform them to ``RouteScope``.
public protocol OuterScope: Sendable {
  /// The type of the scope, and whether it can be missing.
  @_documentation(visibility: internal)
  static var outerScope: (type: any RouteScope.Type, isOptional: Bool) { get }
}

extension RouteScope {
  /// The scope itself, which can't be missing.
  @_documentation(visibility: internal)
  public static var outerScope: (type: any RouteScope.Type, isOptional: Bool) { (Self.self, false) }
}

extension Optional: OuterScope where Wrapped: RouteScope {
  /// The wrapped scope, which can be missing.
  @_documentation(visibility: internal)
  public static var outerScope: (type: any RouteScope.Type, isOptional: Bool) { (Wrapped.self, true) }
}

/// The scope that encloses all others: a compiled registry outside of any opened scope, without a value.
public enum RootScope: RouteScope {
  /// The root itself, which has no outer scope.
  public typealias Outer = RootScope
}

/// Chains of types of nested scopes.
package enum ScopeChain {
  /// Returns a scope and its outer scopes, innermost first, without the root.
  ///
  /// - Parameter optional: Whether to include outer scopes that can be missing.
  @inline(never)
  static func of(_ scope: any RouteScope.Type, optional: Bool = true) -> [any RouteScope.Type] {
    var chain: [any RouteScope.Type] = []
    var next = (type: scope, isOptional: false)
    // Programs can declare types that enclose each other in a cycle, but can't open them.
    var seen: Set<ObjectIdentifier> = []
    while next.type != RootScope.self, seen.insert(ObjectIdentifier(next.type)).inserted {
      if optional || !next.isOptional { chain.append(next.type) }
      next = outer(of: next.type)
    }
    return chain
  }

  /// Returns whether a scope is another one or always inside it.
  static func scope(_ scope: any RouteScope.Type, isInside outer: any RouteScope.Type) -> Bool {
    of(scope, optional: false).contains { $0 == outer }
  }

  /// Returns whether a scope is another one or can be inside it.
  static func scope(_ scope: any RouteScope.Type, canBeInside outer: any RouteScope.Type) -> Bool {
    of(scope).contains { $0 == outer }
  }

  /// Returns the scope that encloses another one, and whether it can be missing.
  package static func outer<Scope: RouteScope>(
    of _: Scope.Type
  ) -> (type: any RouteScope.Type, isOptional: Bool) { Scope.Outer.outerScope }
}

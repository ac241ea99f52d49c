/// The declarations of a module, in order, as ``RouteModule/routes`` returns them.
public struct Routes: RoutesElement {
  /// One declaration, the size of a pointer, because it's copied from block to block.
  enum Declaration {
    case route(RouteDeclaration)
    case adapter(AdapterDeclaration)
    case decorator(DecoratorDeclaration)
    case replacement(ReplacementDeclaration)
    /// The declarations of some profiles.
    indirect case profile(When)
    /// Profiles that replace nothing.
    indirect case profiles(Profiles)
    /// A declaration about the registry that a later stage handles.
    indirect case handler(any Handler)
    /// A module that's listed in a block.
    case module(Module)
    /// A module that was discovered; it's ignored if it's listed too.
    case discovered(Module)
    /// A diagnostic of discovery.
    indirect case note(Diagnostic)

    /// Whether the declaration is a module that was discovered, or lists one.
    var hasDiscovered: Bool {
      switch self {
      case .discovered: true
      case .module(let module): module.hasDiscovered
      case .profile(let block): block.routes.declarations.contains(where: \.hasDiscovered)
      case .route, .adapter, .decorator, .profiles, .replacement, .handler, .note: false
      }
    }
  }

  /// A module and its declarations.
  final class Module {
    let module: any RouteModule
    let declarations: InlineList<Declaration>
    /// Whether a module that was discovered is among the declarations, at any depth.
    let hasDiscovered: Bool

    var type: any RouteModule.Type { Swift.type(of: module) }

    init(_ module: any RouteModule) {
      self.module = module
      declarations = module.routes.declarations
      hasDiscovered = declarations.contains(where: \.hasDiscovered)
    }
  }

  let declarations: InlineList<Declaration>

  init(_ declarations: InlineList<Declaration> = InlineList()) { self.declarations = declarations }

  init(_ declaration: Declaration) { declarations = InlineList(declaration) }

  /// Creates a declaration that a later stage handles.
  package init(handler: any Handler) { self.init(.handler(handler)) }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { self }
}

/// A declaration about all routes of a registry: an observer, an interceptor, or an error reporter.
package protocol Handler: Sendable {}

/// The declarations of a module, in their order: what ``RouteModule/routes`` returns.
public struct Routes {
  enum Declaration {
    case route(RouteDeclaration)
    case adapter(AdapterDeclaration)
    /// A declaration about the registry that a later stage knows what to do with.
    case handler(any Handler)
    /// A module that was listed.
    case module(Module)
    /// A module that was found; it counts unless it was listed too.
    case discovered(Module)
    /// A diagnostic of discovery.
    case note(Diagnostic)
  }

  /// A module and what it declares.
  final class Module {
    let module: any RouteModule
    let declarations: InlineList<Declaration>

    var type: any RouteModule.Type { Swift.type(of: module) }

    init(_ module: any RouteModule) {
      self.module = module
      declarations = module.routes.declarations
    }
  }

  let declarations: InlineList<Declaration>

  init(_ declarations: InlineList<Declaration> = InlineList()) { self.declarations = declarations }

  init(_ declaration: Declaration) { declarations = InlineList(declaration) }
}

/// A declaration about all routes of a registry: it observes, intercepts, or reports.
protocol Handler: Sendable {}

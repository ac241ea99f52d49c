/// Reports routes with an instance that can't start or stop because no registry or scope keeps it.
///
/// - The factory is asynchronous, and a request would have to wait for it (`asynchronous-transient`).
/// - The route has entries about starting and stopping (`unkept-lifecycle`).
enum LifecycleRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.lifecycles) else { return [] }
    return linked.routes.compactMap { route in
      let declaration = route.declaration
      guard declaration.hasLifecycle, !declaration.isKeptToTheEnd else { return nil }
      return Finding(
        route.ordinal,
        declaration.factory.asynchronous == nil
          ? .unkeptLifecycle(declaration) : .asynchronousTransient(declaration))
    }
  }
}

extension Diagnostic {
  private static func lifetime(of declaration: RouteDeclaration) -> String {
    declaration.lifetime == .transient
      ? "makes a new instance for each request"
      : "is \(lifetimes(declaration).joined(separator: ", "))"
  }

  private static func keepingRemedy(_ declaration: RouteDeclaration) -> String {
    // A route with a configuration keeps its instances only for each value of a property.
    (declaration.configuration == nil ? "" : "remove the configuration, and ")
      + "add Singleton() or Scoped(to:)"
      + (declaration.lifetime == .transient
        ? "" : " in place of \(lifetimes(declaration).joined(separator: ", "))")
  }

  fileprivate static func asynchronousTransient(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .asynchronousTransient, at: declaration.location,
      "\(route(declaration)) has an asynchronous factory and \(lifetime(of: declaration)), "
        + "but only start() can wait for it, and it makes only kept instances",
      remedy: "\(keepingRemedy(declaration))\nmake the instance synchronously")
  }

  fileprivate static func unkeptLifecycle(_ declaration: RouteDeclaration) -> Diagnostic {
    let names = declaration.lifecycle?.names ?? []
    return Diagnostic(
      .unkeptLifecycle, at: declaration.location,
      "\(route(declaration)) has \(names.joined(separator: ", ")) and \(lifetime(of: declaration)), "
        + "but only kept instances are started and stopped",
      remedy: "\(keepingRemedy(declaration))\nremove \(names.joined(separator: ", "))")
  }
}

/// Reports routes with an instance that can't start or stop because no registry or scope keeps it.
///
/// - The factory is asynchronous, and a request would have to wait for it (`asynchronous-transient`).
/// - The route has entries about starting and stopping (`unkept-lifecycle`).
enum LifecycleRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.lifecycles) else { return [] }
    return linked.findings { declaration in
      guard declaration.hasLifecycle, !declaration.isKeptToTheEnd else { return [] }
      return [.unkept(declaration)]
    }
  }
}

extension Diagnostic {
  fileprivate static func unkept(_ declaration: RouteDeclaration) -> Diagnostic {
    let isAsynchronous = declaration.factory.asynchronous != nil
    let isTransient = declaration.lifetime == .transient
    let names = (declaration.lifecycle?.names ?? []).joined(separator: ", ")
    let (feature, reason, action) =
      isAsynchronous
      ? (
        "an asynchronous factory", "only start() can wait for it, and it makes only kept instances",
        "make the instance synchronously"
      ) : (names, "only kept instances are started and stopped", "remove \(names)")
    let lifetime =
      isTransient ? "makes a new instance for each request" : "is \(lifetimes(declaration))"
    // A route with a configuration keeps its instances only for each value of a property.
    let keep =
      (declaration.configuration == nil ? "" : "remove the configuration, and ")
      + "add Singleton() or Scoped(to:)" + (isTransient ? "" : " in place of \(lifetimes(declaration))")
    return Diagnostic(
      isAsynchronous ? .asynchronousTransient : .unkeptLifecycle, at: declaration.location,
      "\(route(declaration)) has \(feature) and \(lifetime), but \(reason)", remedy: "\(keep)\n\(action)")
  }
}

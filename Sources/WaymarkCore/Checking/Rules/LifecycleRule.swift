/// Reports routes with an instance that can't start or stop because no registry or scope keeps it.
///
/// - The factory is asynchronous, and a request would have to wait for it (`asynchronous-transient`).
/// - The route has entries about starting and stopping (`unkept-lifecycle`).
enum LifecycleRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.lifecycles) else { return [] }
    return linked.findings { declaration in
      guard declaration.hasLifecycle, !declaration.isKeptToTheEnd else { return [] }
      let isTransient = declaration.lifetime == .transient
      let lifetime =
        isTransient ? "makes a new instance for each request" : "is \(declaration.lifetimeText)"
      // A route with a configuration keeps its instances only for each value of a property.
      let keep =
        (declaration.configuration == nil ? "" : "remove the configuration, and ")
        + "add Singleton() or Scoped(to:)" + (isTransient ? "" : " in place of \(declaration.lifetimeText)")
      guard declaration.factory.asynchronous == nil else {
        return [
          declaration.problem(
            .asynchronousTransient,
            "\(declaration.text) has an asynchronous factory and \(lifetime), but only start() can wait for it, "
              + "and it makes only kept instances",
            remedy: "\(keep)\nmake the instance synchronously")
        ]
      }
      let names = (declaration.lifecycle?.names ?? []).joined(separator: ", ")
      return [
        declaration.problem(
          .unkeptLifecycle,
          "\(declaration.text) has \(names) and \(lifetime), but only kept instances are started and stopped",
          remedy: "\(keep)\nremove \(names)")
      ]
    }
  }
}

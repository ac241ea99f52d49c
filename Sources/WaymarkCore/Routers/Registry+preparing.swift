import WaymarkRuntime

extension Registry {
  /// Prepares an object from another source as if the route for its class had created it.
  ///
  ///     try registry.prepare(Editor())
  ///
  /// Use it for objects that a toolkit creates, for example from a storyboard. The route is one for the object's class
  /// or its closest superclass. The class is the route's destination or listed in its ``Makes`` entry.
  ///
  /// - Parameter object: The object.
  /// - Returns: The same object, unless the route's preparation replaced it.
  /// - Throws: `unregistered` without a route for the class, `ambiguousRoute` if there are several and none is
  ///   ``Exclusive``, or an error of the preparation.
  @MainActor
  @discardableResult
  public func prepare<Object: AnyObject>(_ object: Object) throws(RouteError) -> Object {
    guard let (made, routes) = routes(making: type(of: object)) else {
      throw reporting(closedError ?? .unmade(type(of: object), in: self))
    }
    guard
      let route = routes.first(where: \.declaration.isExclusive) ?? (routes.count == 1 ? routes[0] : nil)
    else { throw reporting(closedError ?? .ambiguous(made, routes)) }
    return try MakingRequest(in: self, given: ValueBox(object)).make(route, as: nil, Object.self)
  }

  /// Returns whether ``prepare(_:)`` finds one or several routes for an object's class or one of its superclasses.
  ///
  ///     let editor = Editor()
  ///     if registry.canPrepare(editor) { try registry.prepare(editor) }
  ///
  /// - Parameter object: The object.
  @MainActor
  public func canPrepare(_ object: AnyObject) -> Bool { routes(making: type(of: object)) != nil }

  /// Returns a class or its closest superclass for which there are routes, with the routes, or nil.
  private func routes(making type: Any.Type) -> (type: Any.Type, routes: [CompiledRoute])? {
    var next: Any.Type? = type
    while let current = next {
      let routes = image.routes(making: current).filter(image.isInForce)
      if !routes.isEmpty { return (current, routes) }
      next = Metadata.superclass(of: current)
    }
    return nil
  }
}

extension RouteError {
  fileprivate static func ambiguous(_ type: Any.Type, _ routes: [CompiledRoute]) -> RouteError {
    RouteError(
      .ambiguousRoute,
      "\(routes.count) routes make \(TypeName.of(type)): \(routes.map { "\(Step($0))" }.joined(separator: ", "))",
      remedy: "prepare it with a router to one of them\nremove the others and add Exclusive()")
  }

  fileprivate static func unmade(_ type: Any.Type, in registry: Registry) -> RouteError {
    let place = registry.stage == .early ? " in \(earlyPlace(registry))" : ""
    return RouteError(
      .unregistered, "no route makes \(TypeName.of(type)) or one of its superclasses\(place)",
      remedy:
        "declare Route(\(TypeName.of(type)).self)\nadd Makes(\(TypeName.of(type)).self) to the route that does"
    )
  }
}

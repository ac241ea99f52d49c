import WaymarkRuntime

// The first request for a kept object whose route needs only a factory and a conversion. It needs no generic types, and
// one box contains the object for all its requests. The budget of a scope's first service needs that, because a server
// opens a scope for each request.
extension Registry {
  /// Creates and keeps the object of a provider, or returns nil if the request needs the general path.
  ///
  /// - Returns: A box of the object as the requested type.
  func keepDirectly(_ provider: Provider) throws(RouteError) -> ValueBox? {
    guard provider.keepsDirectly, base == nil, recorder == nil, let slot = provider.route.instanceSlot else {
      return nil
    }
    // A lifecycle has to know the instances that are being created.
    if slot >= 0 {
      let root = root
      return root.base == nil && root.ownLifecycle == nil
        ? try root.maker.create(provider, CreationLock.Place(root.instances, slot)) : nil
    }
    guard let scope, scope.identity == provider.route.scope, !scope.isExtension,
      !imageReference.read({ $0.hasLifecycles(in: scope.type) })
    else { return nil }
    return try scope.maker(for: self).create(provider, CreationLock.Place(scope, slot))
  }

  private func create(_ provider: Provider, _ place: CreationLock.Place) throws(RouteError) -> ValueBox? {
    let route = provider.route
    return try CreationLock.with(place, for: route) { () throws(RouteError) in
      // Another thread or a request for another token can have created the object.
      guard published(in: place.slot) == nil else { return nil }
      return try route.making(in: self) { () throws(RouteError) in
        let object = try provider.directObject(in: self)
        let (requested, isShared) = try provider.boxed(object)
        // A closure's result can be unsafe to share, so each caller gets a new one.
        if isShared {
          try keep(requested, in: place.slot, and: provider.slot)
        } else {
          try keep(ValueBox(InlineValue(object: object), as: route.declaration.destination), of: route)
        }
        return requested
      }
    }
  }
}

extension Provider {
  /// Returns whether `keepDirectly` can create the object of a binding: its type is a class, and one function makes it.
  static func keepsDirectly(
    _ binding: Binding, of route: CompiledRoute, as existential: ExistentialConversion?
  ) -> Bool {
    let declaration = route.declaration
    guard declaration.lifetime == .singleton || declaration.lifetime == .scoped, !declaration.hasLifecycle,
      declaration.factory.isOnlyMake, Metadata(of: declaration.destination).kind == .class
    else { return false }
    if binding.conversion != nil { return InlineValue.canMove(binding.type) }
    return existential?.words(around: declaration.destination, as: binding.type) != nil
  }

  fileprivate func directObject(in registry: Registry) throws(RouteError) -> AnyObject {
    try route.running(.making) {
      // `keepsDirectly` has checked that the function makes an object.
      let make = route.declaration.factory.make.function(ofInlineValues: MakeFunction<InlineValue>.self)
      var made = try make.call(registry, nil)
      return made.take(as: AnyObject.self)
    }
  }

  fileprivate func boxed(_ object: AnyObject) throws(RouteError) -> (box: ValueBox, isShared: Bool) {
    try route.running(.converting) {
      let boxed = try ValueBox.boxed(
        object, of: route.declaration.destination, as: token.type, binding?.conversion, existential)
      guard let boxed else { preconditionFailure("`keepsDirectly` has checked the conversion") }
      return boxed
    }
  }
}

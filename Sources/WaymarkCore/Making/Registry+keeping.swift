import WaymarkRuntime

// The first request for a kept object whose route needs only a factory and a conversion. It needs no generic types, and
// one box contains the object for all its requests. The budget of a scope's first service needs that, because a server
// opens a scope for each request.
extension Registry {
  /// Returns the registry that creates the object of a provider, and the place of the object, or nil if the request
  /// needs the general path.
  func directPlace(of provider: Provider) -> (maker: Registry, place: CreationLock.Place)? {
    guard provider.keepsDirectly, base == nil, recorder == nil, let slot = provider.route.instanceSlot else {
      return nil
    }
    // A lifecycle has to know the instances that are being created.
    if slot >= 0 {
      let root = root
      guard root.base == nil, root.ownLifecycle == nil else { return nil }
      // The maker retains the slots.
      return (root.maker, CreationLock.Place(root.instances, slot))
    }
    guard let scope, scope.identity == provider.route.scope, !scope.isExtension,
      !imageReference.read({ $0.hasLifecycles(in: scope.type) })
    else { return nil }
    return (scope.maker(for: self), CreationLock.Place(scope, slot))
  }

  /// Creates and keeps the object of a provider, or returns nil if it exists.
  ///
  /// - Returns: A box of the object as the requested type.
  func create(_ provider: Provider, in place: CreationLock.Place) throws(RouteError) -> ValueBox? {
    let route = provider.route
    try CreationLock.begin(place, for: route)
    defer { CreationLock.end(place) }
    // Another thread or a request for another token can have created the object.
    guard published(in: place.slot) == nil else { return nil }
    try route.begin(in: self)
    defer { route.end(in: self) }
    // `keepsDirectly` has checked that the function makes an object.
    let make = route.declaration.factory.make.function(ofInlineValues: MakeFunction<InlineValue>.self)
    var made: InlineValue
    do { made = try make.call(self, nil) } catch { throw route.failure(error, of: .making) }
    return try keep(made.take(as: AnyObject.self), of: provider, in: place.slot)
  }

  private func keep(
    _ object: AnyObject, of provider: Provider, in slot: Int
  ) throws(RouteError) -> ValueBox {
    let route = provider.route
    let type = route.declaration.destination
    let boxed = try route.running(.converting) {
      try ValueBox.boxed(
        object, of: type, as: provider.token.type, provider.binding?.conversion, provider.existential)
    }
    guard let (requested, isShared) = boxed else {
      preconditionFailure("`keepsDirectly` has checked the conversion")
    }
    // A closure's result can be unsafe to share, so each caller gets a new one.
    if isShared {
      try keep(requested, in: slot, and: provider.slot)
    } else {
      try keep(ValueBox(InlineValue(object: object), as: type), of: route)
    }
    return requested
  }
}

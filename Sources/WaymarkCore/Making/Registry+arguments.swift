import WaymarkRuntime

// The fast path for the parameters of initializers. Nothing in it is generic.
extension Registry {
  /// Finds or creates the argument for a parameter of an initializer that this registry calls.
  ///
  /// It's written in place, because a processor waits where a value was stored word by word and moves on in larger
  /// pieces.
  @inline(never)
  func find(
    _ argument: inout InlineArgument, for parameter: InlineParameter, of kind: DestinationKind,
    _ context: RequestContext?
  ) throws(RouteError) {
    if isPlain, parameter.token == nil, try findPlainly(&argument, for: parameter) { return }
    try findOther(&argument, for: parameter, of: kind, context)
  }

  // The steps have functions of their own, so that each takes no stack during the next one in a debug build.

  /// Finds the instance that a root keeps, or creates one that needs only a factory and a conversion.
  @inline(__always)
  private func findPlainly(
    _ argument: inout InlineArgument, for parameter: InlineParameter
  ) throws(RouteError) -> Bool {
    // The registry retains the image, the image retains its providers, and the caller retains the registry.
    guard let provider = imageReference.read({ $0.unretained(word: parameter.service.word) }) else {
      return false
    }
    // The value for the token of a service's type has that type.
    if let kept = provider.read({ keptByRoot($0) }) {
      kept.read { argument.borrow($0) }
      return true
    }
    guard provider.read({ $0.isDirect }) else { return false }
    try provider.read { provider throws(RouteError) in try makeDirectly(provider, into: &argument.value) }
    argument.own()
    return true
  }

  /// Finds or creates the argument for a parameter of another form, or in another registry.
  @inline(never)
  private func findOther(
    _ argument: inout InlineArgument, for parameter: InlineParameter, of kind: DestinationKind,
    _ context: RequestContext?
  ) throws(RouteError) {
    guard parameter.token == nil else { return try findFully(&argument, for: parameter, of: kind, context) }
    if findScopeValue(&argument, for: parameter) { return }
    guard let found = try makeSimply(parameter.service, into: &argument.value) else {
      return try findFully(&argument, for: parameter, of: kind, context)
    }
    store(found, in: &argument, of: parameter)
  }

  private func findScopeValue(_ argument: inout InlineArgument, for parameter: InlineParameter) -> Bool {
    // The registry retains the scopes.
    guard let scope = openScope,
      let found = scope.read({ $0.isOpen ? $0.find(ObjectIdentifier(parameter.type.type)) : nil })
    else { return false }
    argument.own(found.read { parameter.type.copy($0) })
    return true
  }

  private func store(_ found: Found, in argument: inout InlineArgument, of parameter: InlineParameter) {
    guard let box = found.box else { return argument.own() }
    // The registry or this function retains the box.
    argument.own(box.read { parameter.type.copy($0) })
    if found.isRetained { box.release() }
  }

  /// Finds or creates the argument in the general path.
  private func findFully(
    _ argument: inout InlineArgument, for parameter: InlineParameter, of kind: DestinationKind,
    _ context: RequestContext?
  ) throws(RouteError) {
    try checkIsOpen()
    guard parameter.token == nil, let provider = image.provider(of: parameter.type.type, for: kind) else {
      return argument.own(try Resolver(registry: self, context: context).argument(parameter, for: kind))
    }
    // The provider's token has the parameter's type.
    argument.own(parameter.type.copy(try provider.make(MakingRequest(in: self))))
  }
}

public import WaymarkRuntime

// The code that the compiler adds to each request in a program: a call of a function that isn't generic, and the copy
// of the destination out of its result. A program has many requests, and each has code of its own, so more of it takes
// time to compile, and its first run waits for memory.
extension Registry {
  /// Returns a destination, creating it if needed, and reports errors, for a view only on the main actor.
  ///
  /// It's generic over the requested type instead of the token: looking up the metadata of a token and its associated
  /// type for each request would take ten times as long as the rest.
  @inlinable
  @inline(__always)
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) throws(RouteError) -> Requested {
    // The registry retains the box of a kept destination until the end of this call.
    defer { withExtendedLifetime(self) {} }
    var result = InlineValue()
    let found = try makeReporting(TokenDescription(type, role, name), into: &result)
    // The provider has the token of this type.
    return result.take(from: found.box, isRetained: found.isRetained, as: type)
  }

  /// Returns the destination of a provider, creating it if needed, and reports errors.
  @inlinable
  @inline(__always)
  func make<Requested>(_ type: Requested.Type, _ provider: Provider) throws(RouteError) -> Requested {
    // As above.
    defer { withExtendedLifetime(self) {} }
    var result = InlineValue()
    let found = try makeReporting(provider, into: &result)
    return result.take(from: found.box, isRetained: found.isRetained, as: type)
  }

  /// Returns a destination with the caller's preparation, and reports errors.
  @usableFromInline
  func makePrepared<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName, _ preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    // The request ends before the call does.
    try withoutActuallyEscaping(preparing) { (preparing) throws(RouteError) in
      let request = MakingRequest(in: self).preparing(preparing)
      do throws(RouteError) {
        // The provider has the token of this type.
        return try makeFully(request, TokenDescription(type, role, name)).value(as: type)
      } catch {
        throw reporting(error)
      }
    }
  }
}

extension CurrentRegistry {
  /// Returns a destination of the current registry, creating it if needed, for a view only on the main actor.
  ///
  /// It reads the bound or installed registry without counting a reference, which would make threads contend. The
  /// budget of `Router` on two threads needs that.
  @inlinable
  @inline(__always)
  static func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) throws(RouteError) -> Requested {
    var result = InlineValue()
    let found = try make(TokenDescription(type, role, name), into: &result)
    // The provider has the token of this type.
    return result.take(from: found.box, isRetained: found.isRetained, as: type)
  }
}

import WaymarkCore

// Errors of caches of scopes.
extension RouteError {
  /// Creates the error for `closeAll()` of a cache in one of its operations.
  static func operationClosesCache(of scope: Any.Type) -> RouteError {
    here(
      .lifecycleCycle,
      "an operation in \(TypeName.withArticle(scope)) calls closeAll() of its cache, and each would wait for the other",
      remedy:
        "call closeAll() outside of the cache's operations. This call goes on, and the operation does not wait for it\n"
        + "call remove(_:) to close one scope after its operations")
  }

  /// Creates the error for `closeAll()` of a cache while one of its scopes opens or closes.
  static func lifecycleClosesCache(of scope: Any.Type) -> RouteError {
    here(
      .lifecycleCycle,
      "the opening or closing of \(TypeName.withArticle(scope)) calls closeAll() of its cache, and each would wait for the other",
      remedy:
        "call closeAll() outside of the opening, Starting, and Stopping. This call goes on, and they do not wait for it"
    )
  }

  /// Creates the error for an operation in a cache's scope that the opening of the scope waits for.
  static func openingWaits(for scope: Any.Type) -> RouteError {
    let name = TypeName.of(scope)
    return here(
      .lifecycleCycle,
      "the opening of \(TypeName.withArticle(scope)) needs the same \(name) of its cache, and each would wait for the other",
      remedy:
        "use the cache's \(name) after its opening, in an operation of withScope(for:opening:operation:)")
  }

  /// Creates the error for an operation of a cache after a stop of its registry, or after `closeAll()` during one.
  static func stopped(openingNo scope: Any.Type) -> RouteError {
    here(
      .notStarted,
      "\(TypeName.withArticle(scope)) was requested from a ScopeCache after the stop of its registry had begun",
      remedy:
        "finish the operations of the cache, and call closeAll(), before stop()\ncreate another registry"
    )
  }
}

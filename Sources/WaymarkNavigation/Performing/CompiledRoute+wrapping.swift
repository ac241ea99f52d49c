import WaymarkCore

extension CompiledRoute {
  /// Returns the object that contains a view, or nil if the route has no `Wrapped` entry.
  @MainActor
  func wrapper(of view: Any) throws(RouteError) -> Any? {
    guard declaration.hasFeatures, let wrapping = declaration.features(Wrapping.self).first else {
      return nil
    }
    guard let wrapper = try running(.converting, { try wrapping.wrap(view) }) else {
      throw RouteError.wrappedMismatch(self, view)
    }
    return wrapper
  }
}

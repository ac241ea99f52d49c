// A library with a module, which a program loads while it runs.
import Waymark

public struct LateModule: DiscoverableModule {
  public init() {}
  public var routes: Routes {
    Route(String.self) { Service<String>(declaredProtocol: String.self) } make: { "late" }
  }
}

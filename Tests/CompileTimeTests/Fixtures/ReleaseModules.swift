// A program of modules that nothing mentions, compiled as a whole with optimisation.
import Waymark

public struct PublicModule: DiscoverableModule {
  public init() {}
  public var routes: Routes { Route(Int8.self) { Service<Int8>(declaredProtocol: Int8.self) } make: { 8 } }
}

package enum PackageModule: DiscoverableModule {
  case only
  package init() { self = .only }
  package var routes: Routes { Route(Int16.self) { Service<Int16>(declaredProtocol: Int16.self) } make: { 16 } }
}

final class ClassModule: DiscoverableModule {
  var routes: Routes { Route(Int32.self) { Service<Int32>(declaredProtocol: Int32.self) } make: { 32 } }
}

@main enum Program {
  static func main() throws {
    print(try Registry { DiscoveredModules() }.routes.map(\.destination).sorted())
  }
}

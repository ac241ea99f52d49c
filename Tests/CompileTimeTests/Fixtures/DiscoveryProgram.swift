// A program that discovers its modules, loads a library, and discovers again.
import Foundation
import Waymark

struct OwnModule: DiscoverableModule {
  var routes: Routes {
    Route(Int.self) { Service<Int>(declaredProtocol: Int.self) } make: { 1 }
  }
}

@main enum Program {
  static func main() throws {
    print(try Registry { DiscoveredModules() }.routes.map(\.destination))
    guard dlopen(CommandLine.arguments[1], RTLD_NOW) != nil else {
      print(String(cString: dlerror()))
      return
    }
    let registry = try Registry { DiscoveredModules() }
    print(registry.routes.map(\.destination))
    print(try registry.makeDestination(to: RoutableService<String>(declaredProtocol: String.self)))
  }
}

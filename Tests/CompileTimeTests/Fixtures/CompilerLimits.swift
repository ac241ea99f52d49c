// The ways around crashes of the compiler, from the article "Kinds and isolation".
import Waymark

struct Sum: Sendable {
  let value: Int
  init(_ numbers: Int...) { value = numbers.reduce(0, +) }
}
struct ClientError: Error {}
struct Client: Sendable { var open: @Sendable (Int) throws(ClientError) -> String }

extension RoutableService<Sum> { static var sum: Self { declared() } }
extension RoutableService<Client> { static var client: Self { declared() } }

struct LimitedModule: RouteModule {
  var routes: Routes {
    Route({ Sum(1, 2) }) { Service(.sum) }
    Route({ Client(open: { (id: Int) throws(ClientError) -> String in "\(id)" }) }) { Service(.client) }
  }
}

func replaced(_ registry: Registry) throws -> Registry {
  let open: @Sendable (Int) throws(ClientError) -> String = { id in "fake \(id)" }
  return try registry.overriding { Overrides(.client, \.open, with: open) }
}

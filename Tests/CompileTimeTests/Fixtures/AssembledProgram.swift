// A program that is assembled from eight discovered modules, each of which contributes to three collections.
import Waymark

protocol MenuItem: Sendable { var title: String { get } }
protocol HealthCheck: Sendable { var title: String { get } }
@MainActor protocol SettingsPane { var title: String { get } }

extension RoutableServices<any MenuItem> { static var menu: Self { declared() } }
extension RoutableServices<any HealthCheck> { static var checks: Self { declared() } }
extension RoutableViews<any SettingsPane> { static var panes: Self { declared() } }

struct Item: MenuItem, HealthCheck { let title: String }
@MainActor struct Pane: SettingsPane { let title: String }

public protocol PartModule: DiscoverableModule {}
extension PartModule {
  @RoutesBuilder public var routes: Routes {
    let name = "\(Self.self)"
    Route({ Item(title: name) }) { Contributes(to: .menu, as: name, order: -name.count) }
    Route({ Item(title: name) }) { Contributes(to: .checks) }
    Route({ @MainActor in Pane(title: name) }) { Contributes(to: .panes, order: name.count) }
  }
}

public struct Sierra: PartModule { public init() {} }
public struct Kilo: PartModule { public init() {} }
public struct Alpha: PartModule { public init() {} }
public struct Oscar: PartModule { public init() {} }
public struct Quebec: PartModule { public init() {} }
public struct Mike: PartModule { public init() {} }
public struct November: PartModule { public init() {} }
public struct Charlie: PartModule { public init() {} }

@main @MainActor enum Program {
  static func main() throws {
    let registry = try Registry { DiscoveredModules() }
    print(try registry.makeDestinations(of: .menu).map(\.title).joined(separator: " "))
    print(try registry.makeDestinations(of: .checks).map(\.title).joined(separator: " "))
    print(try registry.makeDestinations(of: .panes).map(\.title).joined(separator: " "))
    print(registry.contributions(to: .menu).keys.joined(separator: " "))
  }
}

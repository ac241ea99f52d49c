// Parts that are gone before version 1.0. The changelog lists the code to write instead.
import Waymark
import WaymarkTesting

extension RoutableServices<any TimeSource> { static var times: Self { declared() } }

@MainActor func formerParts(_ registry: Registry, _ resolver: Resolver, _ path: RoutePath) throws {
  _ = ScopeCache<String, Int>.self  // error: cannot find 'ScopeCache' in scope
  _ = ImmediateClock()  // error: cannot find 'ImmediateClock' in scope
  withOverrides {}  // error: cannot find 'withOverrides' in scope
  _ = Router.canPerform(to: .editor, path: path)  // error: type 'Router' has no member 'canPerform'
  _ = try Router.open("notes://new", path)  // error: type 'Router' has no member 'open'
  _ = try Router.prepare(Editor())  // error: type 'Router' has no member 'prepare'
  _ = Router.contributions(to: .times)  // error: type 'Router' has no member 'contributions'
  _ = try Router.makeDestinations(of: .times)  // error: type 'Router' has no member 'makeDestinations'
  _ = try resolver.router(to: .editor)  // error: value of type 'Resolver' has no member 'router'
  _ = resolver.contributions(to: .times)  // error: value of type 'Resolver' has no member 'contributions'
  _ = registry.profile  // error: value of type 'Registry' has no member 'profile'
  _ = Diagnostic.Code.duplicateModule  // error: type 'Diagnostic.Code' has no member 'duplicateModule'
  _ = Profiles(.preview)  // error: cannot find 'Profiles' in scope
  _ = Diagnostic.Code.missingRequirement  // error: 'missingRequirement'
  _ = StartStep.self  // error: cannot find 'StartStep' in scope
  _ = RouteError.Code.noConfiguration  // error: type 'RouteError.Code' has no member 'noConfiguration'
}

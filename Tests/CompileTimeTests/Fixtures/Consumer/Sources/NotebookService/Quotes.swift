// A module of a server, which needs no views and imports the core only.
public import WaymarkCore

/// A source of quotes.
public protocol Quotes: Sendable {
  /// Returns a quote.
  func quote() -> String
}

extension RoutableService<any Quotes> {
  /// The name of the source of quotes.
  public static var quotes: Self { declared() }
}

struct FixedQuotes: Quotes { func quote() -> String { "Simplify." } }

/// The module of the quotes.
public struct QuotesModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The declarations of the module.
  public var routes: Routes {
    Route(FixedQuotes.init) {
      Service(.quotes)
      Singleton()
    }
  }
}

/// Greets with a quote.
public final class Greeter: Sendable {
  private let quotes = Routed(.quotes)

  /// Creates a greeter, which gets its quotes from the current registry.
  public init() {}

  /// Returns a greeting.
  ///
  /// - Throws: A `RouteError` if nothing provides quotes.
  public func greeting() throws(RouteError) -> String { "Hello. \(try quotes.resolve().quote())" }
}

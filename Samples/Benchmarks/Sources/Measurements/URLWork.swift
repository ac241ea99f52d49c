/// The rows of the program that matches URLs, among patterns such as `/module17/:id/edit`.
public enum URLWork {
  /// A URL that matches.
  public static let hit = Work("URL, hit", baseline: scan, budget: .ratio(3.5))
  /// A URL with a first segment that no pattern has.
  public static let missAtTheFirst = Work(
    "URL, miss at the first segment", baseline: scan, budget: .ratio(3))
  /// A URL with a last segment that no pattern has.
  public static let missAtTheLast = Work(
    "URL, miss at the last segment", baseline: scan, budget: .ratio(3))
  /// A URL that matches, and its parameter as a number.
  public static let typed = Work(
    "URL, hit with a parameter", baseline: "\(scan), Int.init", budget: .ratio(2.5))
  /// A URL that matches, beside the router of another library.
  public static let router = Work("URL, hit, beside Hummingbird's router", baseline: "RouterTrie.resolve")
  /// A URL with a last segment that no pattern has, beside the router of another library.
  public static let routerMiss = Work(
    "URL, miss at the last segment, beside Hummingbird's router", baseline: "RouterTrie.resolve")

  /// The URL of a configuration with one property.
  public static let written = Work("URL, written", baseline: "URL(string: \"/notes/\\(id)/edit\")")

  /// A registry with one route of all patterns.
  public static let compiled = Work(
    "URL patterns, compiled", baseline: "split, tree of dictionaries", budget: .ratio(5), unit: .route)
  /// The first URL that a registry matches.
  public static let firstMatch = Work("URL, first match", budget: .amount(600), unit: .route)

  /// All rows of the table, in order.
  public static let all = [
    hit, missAtTheFirst, missAtTheLast, typed, router, routerMiss, written, compiled, firstMatch,
  ]

  /// The environment variable with the number of patterns.
  public static let countVariable = "WAYMARK_PATTERNS"

  private static let scan = "byte scan, hash table"
}

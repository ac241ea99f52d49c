/// The works of the program that matches URLs, among patterns like `/module17/:id/edit`.
public enum URLWork {
  /// A URL that matches.
  public static let hit = Work("match a URL", baseline: scan, budget: .ratio(3))
  /// A URL whose first segment is that of no pattern.
  public static let missAtTheFirst = Work(
    "match a URL, miss at its first segment", baseline: scan, budget: .ratio(3))
  /// A URL whose last segment is that of no pattern.
  public static let missAtTheLast = Work(
    "match a URL, miss at its last segment", baseline: scan, budget: .ratio(3))
  /// A URL that matches, and its parameter as a number.
  public static let typed = Work("match a URL and read an Int of it", baseline: "\(scan), Int.init")
  /// A URL that matches, in a router of others.
  public static let router = Work("match a URL, beside Hummingbird's router", baseline: "RouterTrie.resolve")
  /// A URL whose last segment is that of no pattern, in a router of others.
  public static let routerMiss = Work(
    "match a URL, miss at its last segment, beside Hummingbird's router", baseline: "RouterTrie.resolve")

  /// All rows of the table, in its order.
  public static let all = [hit, missAtTheFirst, missAtTheLast, typed, router, routerMiss]

  /// Where the program finds the number of patterns.
  public static let countVariable = "WAYMARK_PATTERNS"

  private static let scan = "byte scan + hash table"
}

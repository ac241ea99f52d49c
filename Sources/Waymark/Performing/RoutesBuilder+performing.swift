extension RoutesBuilder {
  /// Adds an observer of all destinations.
  public static func buildExpression(_ observer: Observes) -> Routes { Routes(.handler(observer)) }

  /// Adds an interceptor of all destinations.
  public static func buildExpression(_ interceptor: Intercepts) -> Routes { Routes(.handler(interceptor)) }

  /// Adds the detection of leaks.
  public static func buildExpression(_ detection: LeakDetection) -> Routes { Routes(.handler(detection)) }
}

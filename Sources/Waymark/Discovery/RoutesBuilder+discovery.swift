extension RoutesBuilder {
  /// Adds the declarations of all modules that were found, and the notes about those that can't be created.
  public static func buildExpression(_ modules: DiscoveredModules) -> Routes {
    var declarations = InlineList<Routes.Declaration>()
    for module in modules.modules { declarations.append(.discovered(Routes.Module(module.init()))) }
    for note in modules.notes { declarations.append(.note(note)) }
    return Routes(declarations)
  }
}

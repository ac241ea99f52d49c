/// A declaration that removes all contributions to a collection, so that only those beside it remain.
///
///     let fake = try registry.overriding {
///       Replaces(.healthChecks)
///       Route(FakeCheck.init) { Contributes(to: .healthChecks, as: "fake") }
///     }
///
/// Use it in `overriding { … }`, for the contributions of the registry that's overridden, or in ``When``, for those
/// outside of the profile.
public struct Replaces: RoutesElement, Sendable {
  let declaration: ReplacementDeclaration

  /// Creates the declaration.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Requested>(
    _ collection: RoutableServices<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) {
    declaration = ReplacementDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(collection))
  }

  /// Creates the declaration for a collection of views.
  ///
  /// - Parameters:
  ///   - collection: The token of the collection, usually its name.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  public init<Requested>(
    _ collection: RoutableViews<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) {
    declaration = ReplacementDeclaration(
      DeclarationLocation(fileID: fileID, line: line), TokenDescription(collection))
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.replacement(declaration)) }
}

/// The data of a declared replacement of all contributions.
final class ReplacementDeclaration: Sendable {
  let location: DeclarationLocation
  /// The token of the collection.
  let token: TokenDescription

  init(_ location: DeclarationLocation, _ token: TokenDescription) {
    self.location = location
    self.token = token
  }
}

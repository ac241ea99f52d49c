import HTTPTypes
import ServerInterfaces

/// A reason why a request isn't answered with what it asked for.
public struct PageProblem: Error, Hashable, CustomStringConvertible {
  /// The status of the response.
  public let status: HTTPResponse.Status
  /// The sentence to tell the user.
  public let description: String
  /// The methods that the page has, if the request's isn't one of them.
  public let allowed: [HTTPRequest.Method]

  /// Creates the problem.
  public init(_ status: HTTPResponse.Status, _ description: String, allowed: [HTTPRequest.Method] = []) {
    self.status = status
    self.description = description
    self.allowed = allowed
  }

  /// There's no such page.
  public static let missing = PageProblem(.notFound, "There is no such page, or it isn't yours.")

  /// Returns the problem that a page hasn't the method of the request.
  public static func method(allowed: HTTPRequest.Method...) -> PageProblem {
    PageProblem(.methodNotAllowed, "This page can't do that.", allowed: allowed)
  }

  /// Returns the problem that a value isn't acceptable.
  public static func invalid(_ description: String) -> PageProblem {
    PageProblem(.unprocessableContent, description)
  }

  /// Returns what a form says about an error of what was written into it.
  ///
  /// - Throws: The error, if it isn't about that.
  public static func ofInput(_ error: any Error) throws -> PageProblem {
    switch error {
    case let problem as PageProblem: return problem
    case let problem as StorageProblem:
      guard case .nameTaken = problem else { throw problem }
      return PageProblem(.conflict, "\(problem)")
    default: throw error
    }
  }
}

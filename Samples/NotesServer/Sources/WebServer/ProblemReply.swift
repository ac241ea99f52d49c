import HTTPTypes
import Logging
import PageKit
import ServerInterfaces
import Waymark

/// Finds out what to tell a client about an error.
struct ProblemReply {
  let problem: PageProblem
  /// Whether the error is the application's, and belongs into its log.
  let isUnexpected: Bool

  init(_ error: any Error) {
    let known = Self.known(error)
    problem = known ?? PageProblem(.internalServerError, "Something went wrong. It was logged.")
    isUnexpected = known == nil
  }

  /// Returns what to tell a client, or nil if the error is the application's.
  private static func known(_ error: any Error) -> PageProblem? {
    switch error {
    case let problem as PageProblem: problem
    case StorageProblem.missing: .missing
    case let problem as StorageProblem:
      if case .unavailable = problem {
        PageProblem(.serviceUnavailable, "\(problem)")
      } else {
        PageProblem(.conflict, "\(problem)")
      }
    case is NotLoggedIn: PageProblem(.unauthorized, "\(error)")
    case is CancellationError: PageProblem(.serviceUnavailable, "The request was canceled.")
    case let error as RouteError:
      switch (error.underlying, error.code) {
      case (let underlying?, _): known(underlying)
      case (nil, .unknownURL), (nil, .malformedURL): .missing
      // Another request has just ended the session.
      case (nil, .scopeClosed): known(NotLoggedIn())
      case (nil, .invalidParameter), (nil, .missingParameter):
        PageProblem(.badRequest, "The link isn't complete.")
      default: nil
      }
    default: nil
    }
  }

  /// Returns the response as JSON.
  func json() throws -> Reply { completed(try .json(problem.status, ["problem": problem.description])) }

  /// Returns the response as a page.
  func page(_ pages: PageWriter, to message: Message) throws -> Reply {
    completed(try pages.page(about: problem, with: message))
  }

  private func completed(_ reply: Reply) -> Reply {
    var reply = reply
    if !problem.allowed.isEmpty {
      reply.fields[.allow] = problem.allowed.map(\.rawValue).joined(separator: ", ")
    }
    return reply
  }
}

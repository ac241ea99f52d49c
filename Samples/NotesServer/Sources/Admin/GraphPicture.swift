import HTTPTypes
import PageKit
import ServerInterfaces

/// The picture of the route graph.
package struct GraphPicture: Endpoint {
  let address: PlainAddress<PlainPage.Graph>
  let administrator: Administrator
  let drawing: GraphDrawing
  let request: Request

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    return Reply(.ok, fields: [.contentType: "image/svg+xml"], body: try await drawing.svg())
  }
}

import Foundation
import GRPCCore

/// Codes the messages of gRPC as JSON.
struct JSONMessage<Message: Codable & Sendable>: MessageSerializer, MessageDeserializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) throws -> Bytes {
    Bytes(try JSONEncoder().encode(message))
  }

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Message {
    do {
      return try bytes.withUnsafeBytes { try JSONDecoder().decode(Message.self, from: Data($0)) }
    } catch {
      throw RPCError(code: .invalidArgument, message: "the message can't be read: \(error)")
    }
  }
}

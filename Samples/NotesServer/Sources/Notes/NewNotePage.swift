import HTTPTypes
import PageKit
import ServerInterfaces

/// The form of a new note.
///
/// It contains the note's identifier, so that sending it twice saves one note.
package struct NewNotePage: Endpoint {
  let address: NewNoteAddress
  let form: NoteForm
  let request: Request
  let links: any Links

  package func respond() async throws -> Reply {
    let action = try links.newNote(folder: address.folder)
    switch request.message.method {
    case .get: return try await form.page(Note(folder: address.folder), action: action)
    case .post:
      let fields = request.message.form
      guard fields["id"].utf8.count == 22, fields["id"].utf8.allSatisfy(Self.isIdentifier) else {
        throw PageProblem.invalid("The form isn't complete.")
      }
      return try await form.save(form.note(fields, id: fields["id"]), to: action)
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

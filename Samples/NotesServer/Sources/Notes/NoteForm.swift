import HTTPTypes
import PageKit
import ServerInterfaces

/// The form of a note, for a new one and for one that exists.
package struct NoteForm: Sendable {
  let notebook: Notebook
  let pages: PageWriter
  let links: any Links

  package init(notebook: Notebook, pages: PageWriter, links: any Links) {
    self.notebook = notebook
    self.pages = pages
    self.links = links
  }

  /// Returns the note that a form contains.
  func note(_ form: Form, id: String) -> Note {
    Note(
      id: id, folder: form["folder"].isEmpty ? nil : form["folder"], title: form["title"], text: form["text"],
      version: Int(form["version"]) ?? 0)
  }

  /// Saves the note of a form, or returns the form with what's wrong; what the user wrote stays in it.
  func save(_ note: Note, to action: String) async throws -> Reply {
    do {
      return .redirect(to: try links.note(try await notebook.save(note).id))
    } catch let problem as PageProblem {
      return try await page(note, action: action, problem: problem)
    } catch let problem as StorageProblem {
      guard problem == .conflict else {
        // The browser keeps what was written, and the page says what to do.
        let status: PageProblem =
          problem == .missing ? .missing : PageProblem(.serviceUnavailable, "\(problem)")
        guard status != .missing else { throw problem }
        return try await page(note, folders: [], action: action, problem: status)
      }
      let stored = try await notebook.note(note.id)
      var mine = note
      mine.version = stored.version
      let sentence = "\(problem) Your text is in the form; save it again to replace the stored one below."
      return try await page(mine, action: action, problem: PageProblem(.conflict, sentence), stored: stored)
    }
  }

  /// Returns the page with the form.
  func page(
    _ note: Note, folders: [Folder]? = nil, action: String, problem: PageProblem? = nil, stored: Note? = nil
  ) async throws -> Reply {
    let folders = if let folders { folders } else { try await notebook.folders() }
    let title = note.version == 0 ? "New note" : note.title
    var values: [String: Any] = [
      "action": action, "id": note.id, "title": note.title, "text": note.text, "version": note.version,
      "folders": folders.map { folder in
        ["id": folder.id, "name": folder.name, "isSelected": folder.id == note.folder] as [String: Any]
      },
    ]
    if note.version > 0 {
      values["changed"] = DateText.minutes(note.changed)
      values["deletion"] = try links.noteDeletion(note.id)
      values["sharing"] = try links.noteSharing(note.id)
    }
    values["stored"] = stored?.text
    return try pages.page(
      title, "note", values, status: problem?.status ?? .ok, problem: problem?.description)
  }
}

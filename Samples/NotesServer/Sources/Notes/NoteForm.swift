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
    } catch StorageProblem.conflict {
      return try await conflict(note, to: action)
    } catch StorageProblem.unavailable(let detail) {
      let problem = PageProblem(.serviceUnavailable, "\(StorageProblem.unavailable(detail))")
      return try page(note, folders: Self.only(note.folder), action: action, problem: problem)
    } catch {
      let problem = try PageProblem.ofInput(error)
      return try page(note, folders: try await folders(for: note), action: action, problem: problem)
    }
  }

  /// Returns the form with the user's text, above the stored one that somebody else has saved.
  private func conflict(_ note: Note, to action: String) async throws -> Reply {
    let stored = try await notebook.note(note.id)
    var mine = note
    mine.version = stored.version
    let sentence =
      "\(StorageProblem.conflict) Your text is in the form; save it again to replace the stored one below."
    return try page(
      mine, folders: try await folders(for: note), action: action,
      problem: PageProblem(.conflict, sentence), stored: stored)
  }

  /// Returns the page with the form.
  func page(_ note: Note, action: String) async throws -> Reply {
    try page(note, folders: try await notebook.folders(), action: action)
  }

  /// Returns the folders to choose from, or only that of the note if the storage can't be reached.
  private func folders(for note: Note) async throws -> [Folder] {
    do {
      return try await notebook.folders()
    } catch StorageProblem.unavailable {
      return Self.only(note.folder)
    }
  }

  /// Returns the folder of a note without its name, so that sending the form again doesn't move the note.
  private static func only(_ folder: String?) -> [Folder] {
    folder.map { [Folder(id: $0, name: "Unchanged", count: 0)] } ?? []
  }

  private func page(
    _ note: Note, folders: [Folder], action: String, problem: PageProblem? = nil, stored: Note? = nil
  ) throws -> Reply {
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
    return try pages.page(title, "note", values, problem: problem)
  }
}

import GRPCCore

/// The methods of the service.
enum Methods {
  static let service = "waymark.notes.Storage"

  /// All calls.
  static let all: [any RemoteCall.Type] = [
    AddAccount.self, FindCredentials.self, ListUsers.self, OpenSession.self, FindSession.self,
    CloseSession.self,
    ListFolders.self, AddFolder.self, RenameFolder.self, DeleteFolder.self, ListNotes.self, ReadNote.self,
    SaveNote.self, DeleteNote.self, FindNotes.self, ShareNote.self, UnshareNote.self, ListShares.self,
    ReadSharedNote.self,
  ]

  static func descriptor(_ call: any RemoteCall.Type) -> MethodDescriptor {
    MethodDescriptor(fullyQualifiedService: service, method: call.name)
  }
}

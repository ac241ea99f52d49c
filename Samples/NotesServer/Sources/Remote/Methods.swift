import GRPCCore

/// The methods of the service, and how each is called.
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

  /// Every call has a deadline.
  ///
  /// Only calls that may be performed twice are sent again.
  static func configuration(deadline: Duration) -> ServiceConfig {
    let retry = RetryPolicy(
      maxAttempts: 4, initialBackoff: .milliseconds(50), maxBackoff: .seconds(1), backoffMultiplier: 2,
      retryableStatusCodes: [.unavailable])
    return ServiceConfig(
      methodConfig: all.map { call in
        MethodConfig(
          names: [MethodConfig.Name(service: service, method: call.name)], waitForReady: call.isIdempotent,
          timeout: deadline, executionPolicy: call.isIdempotent ? .retry(retry) : nil)
      })
  }
}

// The same pages as notes-server's, without Waymark, for the comparison of `measure-load`:
// notes-server-by-hand PORT FOLDER, or PORT HOST STORAGE-PORT

import Foundation
import Hummingbird
import Notes
import PageKit
import Remote
import Search
import ServerInterfaces
import Storage

let arguments = CommandLine.arguments.dropFirst().map { String($0) }
let port = Int(arguments[0]) ?? 0
let templates = try TemplateLibrary([
  TemplateSource("frame", frameTemplate), TemplateSource("note-list", noteListTemplate),
  TemplateSource("note", noteTemplate), TemplateSource("search", searchTemplate),
])
let server: HandWiredServer
if arguments.count == 3 {
  let connection = try StorageConnection(
    address: StorageAddress(host: arguments[1], port: Int(arguments[2]) ?? 0))
  server = HandWiredServer(
    accounts: RemoteAccounts(connection: connection), notes: RemoteNotes(connection: connection),
    search: RemoteSearch(connection: connection), templates: templates)
} else {
  let database = try await NotesDatabase.open(DataFolder(URL(filePath: arguments[1])), [])
  server = HandWiredServer(
    accounts: DatabaseAccounts(database: database), notes: DatabaseNotes(database: database),
    search: DatabaseSearch(database: database), templates: templates)
}
let application = Application(
  router: server.router(), server: .http1(configuration: .init(idleTimeout: .seconds(60))),
  configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil))
try await application.runService()

/// The order of a module's folders: a folder names only types of itself and of the folders before it.
struct FolderOrder {
  /// The folders, each before those that may name its types.
  let folders: [String]
  /// The folders whose types may be named everywhere.
  let sharedFolders: Set<String>
  /// The types that may be named everywhere, with what is nested in them.
  let sharedTypes: Set<String>

  /// Returns the places where a file names a type of a folder that comes later.
  ///
  /// - Returns: One line for each type that a file names, in the order of the files:
  ///   `Folder/File.swift: names Type of OtherFolder`.
  func violations(in files: [SourceFile]) -> [String] {
    let files = files.sorted { $0.path < $1.path }
    var declaringFolders: [String: Set<String>] = [:]
    // The generic parameters of Swift's own types, which the library extends.
    var members: [String: Set<String>] = [
      "Array": ["Element"], "Dictionary": ["Key", "Value"], "Optional": ["Wrapped"],
    ]
    for file in files {
      for type in file.types { declaringFolders[type, default: []].insert(file.folder) }
      members.merge(file.members) { $0.union($1) }
    }
    return files.flatMap { file -> [String] in
      guard let place = folders.firstIndex(of: file.folder) else {
        return ["\(file.path): its folder has no place in the order"]
      }
      let allowed = sharedFolders.union(folders[...place])
      let local = file.openedTypes.reduce(file.fileNames) { $0.union(members[$1] ?? []) }
      var seen: Set<String> = []
      return file.names.compactMap { name in
        guard name.isQualified || !local.contains(name.text), !sharedTypes.contains(name.text),
          let declaring = declaringFolders[name.text], declaring.isDisjoint(with: allowed),
          seen.insert(name.text).inserted
        else { return nil }
        return "\(file.path): names \(name.text) of \(declaring.sorted().joined(separator: " and "))"
      }
    }
  }
}

/// The script of the page, one part for each concept.
///
/// All parts are in one function's scope.
enum PageScript {
  static let text =
    "(() => {\n\"use strict\";\n"
    + [
      model, paths, layers, layout, lines, camera, drawing, shapes, selection, panel, search, lists, changes,
      timeline,
      page,
    ].joined(separator: "\n")
    + "})();\n"
}

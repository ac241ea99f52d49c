// A program without Foundation, which links nothing but what the core itself asks for.
import NotebookService
import WaymarkCore

let registry = try Registry(name: "quotes") { QuotesModule() }
print(try registry(.quotes).quote())

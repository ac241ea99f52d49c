import Measurements

await Program.run(GeneratedRoutes.self)

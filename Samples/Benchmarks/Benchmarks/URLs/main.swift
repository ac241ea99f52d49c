import URLMeasurements

await URLProgram.run()

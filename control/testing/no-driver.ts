// Stands in for the database drivers in Vitest's `pure` project, which prepares no databases.
throw new Error(
  'this spec opens a database, but vitest.projects.ts found no import of a driver and put it into the pure project',
)

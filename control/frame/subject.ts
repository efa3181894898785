// What an event is about. Handlers name it with ctx.subject; lookups never do, because a handler may look up several rows.

/** The readers of an event: those of the project, else of the silo, else of the fleet. */
export interface Scope {
  silo_id?: string | null | undefined
  project_id?: string | null | undefined
}

/** The scope of resources that belong to no silo. */
export const FLEET: Scope = {}

export interface Subject extends Scope {
  id?: string | null | undefined
  name?: string | null | undefined
}

/** Returns the row. Rows that include their scope need no second argument; for others the compiler requires one. */
export interface NameSubject {
  <Row extends Subject & Required<Scope>>(row: Row): Row
  <Row extends Subject>(row: Row, within: Scope): Row
}

/** Picks only the fields the event log keeps, because a row may contain secrets. */
export const subjectOf = ({ id, name, ...row }: Subject, { silo_id, project_id }: Scope = row): Subject => ({
  id,
  name,
  silo_id,
  project_id,
})

// What a project starts with, and what must be gone before it can go.
import type { Ctx } from './context.ts'
import type { ProjectRow } from './lookup.ts'

/** A new project is usable at once. */
export async function furnishProject(_ctx: Ctx, _project: ProjectRow): Promise<void> {}

/** Refuses while something is left, and names it. */
export async function assertProjectEmpty(_ctx: Ctx, _project: ProjectRow): Promise<void> {}

// Where a project's name leads.
import { paths } from '../../paths.ts'
import { exists } from '../../route.ts'

export function projectHome(project: string): string | undefined {
  const home = paths.instances({ project })
  return exists(home) ? home : undefined
}

// What the picker above the drawing of a rack offers. Apart from the layout, because the page shows it before the drawing.
import type { SledLoad } from '../sled/sled-queries.ts'
import type { Highlight } from './rack-layout.ts'

/** What can be highlighted: every silo that runs something, followed by its projects. */
export function highlightsOf(loads: readonly SledLoad[]): Highlight[] {
  const silos = new Map<string, Set<string>>()
  for (const { siloName, projectName } of loads.flatMap(({ projects }) => projects))
    silos.set(siloName, (silos.get(siloName) ?? new Set()).add(projectName))
  return [...silos.keys()]
    .sort()
    .flatMap((silo) => [silo, ...[...silos.get(silo)!].sort().map((project) => `${silo}/${project}`)])
}

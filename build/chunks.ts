import { join } from 'node:path'
import { root } from './root.ts'

/** Files that are loaded together, highest priority first. Everything else is split by route and by lazy import. */
export const entry = { name: 'entry', tags: ['$initial' as const], priority: 4 }
/** Changes only with a dependency, so it stays in the browser's cache across our releases. */
export const vendor = {
  name: 'vendor',
  test: inFolders('node_modules', ['react', 'react-dom', 'scheduler', 'react-router']),
  priority: 3,
}
/** The components of every page, and what they import. */
export const kit = {
  name: 'kit',
  test: (id: string) => inKit(id) && id.endsWith('.tsx') && !id.endsWith('.lazy.tsx'),
  priority: 2,
}
const inKit = inFolders('console', ['frame', 'table', 'ui/display'])
/** What the pages of a feature share: one file instead of many, each of which would wait for a connection. */
export const features = [
  { name: featureWith('shared'), priority: 1 },
  { name: featureWith('page'), priority: 0 },
]

function inFolders(parent: string, names: readonly string[]): (id: string) => boolean {
  const folders = names.map((name) => join(root, parent, name, '/'))
  return (id) => folders.some((folder) => id.startsWith(folder))
}

/**
 * Names the group of a file after its feature: 'instance-page' in console/features/instance/page. Others are in no group, nor is what
 * loads on demand: a group takes everything that its files import, and a form would bring all that forms are made of.
 */
function featureWith(folder: string): (id: string) => string | null {
  const pattern = new RegExp(`/console/features/([^/]+)/${folder}/`)
  return (id) => {
    const feature = id.endsWith('.lazy.tsx') ? undefined : pattern.exec(id)?.[1]
    return feature ? `${feature}-${folder}` : null
  }
}

// The starter image for tests, built once: that takes longer than booting it. Not for production code.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStarterImage } from '../../../scripts/starter-image.mjs'

const root = join(import.meta.dirname, '../../..')
const CACHE = join(root, 'node_modules/.cache')
const PARTS = join(root, 'scripts/starter-image')

/** The path of its file. */
export function starterImage(): string {
  const sources = [`${PARTS}.mjs`, ...readdirSync(PARTS).map((name) => join(PARTS, name))]
  const hash = createHash('sha256')
  for (const source of sources.sort()) hash.update(readFileSync(source))
  const file = join(CACHE, `starter-${hash.digest('hex').slice(0, 12)}.raw`)
  if (existsSync(file)) return file
  mkdirSync(CACHE, { recursive: true })
  return buildStarterImage(file)
}

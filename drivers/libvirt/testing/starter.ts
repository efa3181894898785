// The starter image for tests, built once: that takes longer than booting it. Not for production code.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { machine } from 'node:os'
import { join } from 'node:path'
import { buildStarterImage } from '../../../scripts/starter-image.mjs'
import type { Architecture } from '../../architecture.ts'

const root = join(import.meta.dirname, '../../..')
const CACHE = join(root, 'node_modules/.cache')
const PARTS = join(root, 'scripts/starter-image')

/** Architecture of this machine. Its guests boot in less time than others, if there is KVM. */
export const OWN_ARCHITECTURE: Architecture = machine() === 'aarch64' ? 'aarch64' : 'x86_64'

/** The path of its file. */
export function starterImage(architecture = OWN_ARCHITECTURE): string {
  const sources = [`${PARTS}.mjs`, ...readdirSync(PARTS).map((name) => join(PARTS, name))]
  const hash = createHash('sha256')
  for (const source of sources.sort()) hash.update(readFileSync(source))
  const file = join(CACHE, `starter-${architecture}-${hash.digest('hex').slice(0, 12)}.raw`)
  if (existsSync(file)) return file
  mkdirSync(CACHE, { recursive: true })
  return buildStarterImage(file, architecture)
}

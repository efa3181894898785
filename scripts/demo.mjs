// Builds the demo world into dist/demo, for the preview, `npm start -- --demo` and the browser tests.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { module } = await runnerImport(join(root, 'preview/demo-world.ts'), { configFile: false, root })
const world = await module.buildDemoWorld(version)
world.version = createHash('sha256').update(JSON.stringify(world)).digest('hex').slice(0, 16)
const folder = join(root, 'dist/demo')
mkdirSync(folder, { recursive: true })
// written to a temporary file and renamed, so that concurrent builds never see a partial file
const partial = join(folder, `world.${process.pid}`)
writeFileSync(partial, gzipSync(JSON.stringify(world), { level: 9 }))
renameSync(partial, join(folder, 'world.bin'))

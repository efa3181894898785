// Builds the demo world into dist/demo: world.bin for `npm start -- --demo` and the tests, preview-world.bin for the preview.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { module } = await runnerImport(join(root, 'preview/demo-world.ts'), { configFile: false, root })
const { world, file } = await module.buildDemoWorld(version)
world.version = createHash('sha256').update(JSON.stringify(world)).digest('hex').slice(0, 16)
const folder = join(root, 'dist/demo')
mkdirSync(folder, { recursive: true })
write('world.bin', JSON.stringify(world))
write('preview-world.bin', file)

function write(name, content) {
  // written to a temporary file and renamed, so that concurrent builds never see a partial file
  const partial = join(folder, `${name}.${process.pid}`)
  writeFileSync(partial, gzipSync(content, { level: 9 }))
  renameSync(partial, join(folder, name))
}

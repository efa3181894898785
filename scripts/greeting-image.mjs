// Writes the starter image to a file: `node scripts/greeting-image.mjs starter.raw`. The console uploads the same bytes.
// To see it greet: qemu-system-x86_64 -drive format=raw,file=starter.raw -display none -serial stdio
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'

const [file = 'starter.raw'] = process.argv.slice(2)
const source = join(import.meta.dirname, '../console/upload/starter-image.ts')
const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' })
writeFileSync(file, module.starterImageBytes())
console.log(`wrote ${file}`)

// Runs store-process.ts, which Node alone cannot.
import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '../../..')
await runnerImport(join(import.meta.dirname, 'store-process.ts'), { configFile: false, root, logLevel: 'warn' })

// Serves the technical preview that prepare has built. Any static host would do; this one is at hand.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { preview } from 'vite'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4601' }, host: { type: 'string', default: '127.0.0.1' } },
})
const server = await preview({
  configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
  mode: 'preview',
  preview: { port: Number(values.port), host: values.host, strictPort: values.port !== '4601' },
})
process.stdout.write(
  `\n  The technical preview is at ${server.resolvedUrls.local[0] ?? server.resolvedUrls.network[0]}\n\n`,
)

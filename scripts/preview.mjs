// Serves the technical preview that prepare built. Any static host works too.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serveStatic } from './static.mjs'

const DEFAULT_PORT = 4601

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    base: { type: 'string', default: '/' },
  },
})
const folder = join(import.meta.dirname, '../dist/preview')
const base = `/${values.base}/`.replaceAll(/\/+/g, '/')
const start = (port) => serveStatic(folder, { base, host: values.host, port })
// if the default port is taken, use another one
const { url } = values.port
  ? await start(Number(values.port))
  : await start(DEFAULT_PORT).catch((error) => (error.code === 'EADDRINUSE' ? start(0) : Promise.reject(error)))
process.stdout.write(`\n  The technical preview is at ${url}\n\n`)

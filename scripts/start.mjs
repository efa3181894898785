// `npm start`: the built server in this process. The demo world takes a while to build, so only `--demo` waits for it.
import { build } from './build.mjs'

if (process.argv.includes('--demo') || process.env.RACKWRIGHT_DEMO) await build(['demo'])
await import('../dist/server/main.js')

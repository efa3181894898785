// The long version of the abuse tests: 24,000 requests and 4,000 sockets. `npm run test:abuse -- --seed N --requests N` repeats or
// extends a run; without a seed each run uses a new one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: '24000' },
    sockets: { type: 'string', default: '4000' },
  },
})
process.stdout.write(`seed ${values.seed}\n`)
const env = {
  ...process.env,
  RACKWRIGHT_TEST_DEPTH: 'ci',
  ABUSE_SEED: values.seed,
  ABUSE_REQUESTS: values.requests,
  ABUSE_SOCKETS: values.sockets,
}
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'server/abuse'], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

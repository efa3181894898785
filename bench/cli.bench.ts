// How much longer the command line client takes to show its help than Node takes to start. The runs alternate, so that a busy machine
// slows both alike.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { median, report } from './table.ts'

const RUNS = 15
const MAX_EXTRA_MS = 200
const program = join(import.meta.dirname, '../bin/rackwright.mjs')

function timed(...args: string[]): number {
  const start = performance.now()
  execFileSync(process.execPath, args)
  return performance.now() - start
}

const nothing: number[] = []
const help: number[] = []
const commandHelp: number[] = []
for (let run = 0; run < RUNS; run++) {
  nothing.push(timed('-e', '0'))
  help.push(timed(program, '--help'))
  commandHelp.push(timed(program, 'instance', 'create', '--help'))
}
report('Command line client', [
  {
    what: 'rackwright --help, minus node -e 0',
    measured: median(help) - median(nothing),
    atMost: MAX_EXTRA_MS,
    unit: ' ms',
  },
  { what: 'help of one command, minus node -e 0', measured: median(commandHelp) - median(nothing), unit: ' ms' },
])

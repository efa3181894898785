// Runs the programs in bench/ sequentially, each in its own process, so that leftovers in memory do not slow down the next.
// Names after `--` select some: `npm run bench -- list start`.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [first, file] = process.argv.slice(2)

if (first === '--program') {
  const { runnerImport } = await import('vite')
  await runnerImport(file, { configFile: false, root, logLevel: 'warn' })
} else {
  await all(process.argv.slice(2))
}

async function all(chosen) {
  const bench = join(root, 'bench')
  const programs = existsSync(bench)
    ? readdirSync(bench)
        .filter((name) => name.endsWith('.bench.ts'))
        .sort()
    : []
  const wanted = programs.filter((name) => chosen.length === 0 || chosen.includes(name.slice(0, -'.bench.ts'.length)))
  if (wanted.length === 0) {
    process.stderr.write(`no such program in bench/; there are: ${programs.join(', ') || 'none'}\n`)
    process.exitCode = 1
    return
  }
  for (const name of wanted) {
    const args = ['--expose-gc', import.meta.filename, '--program', join(bench, name)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) process.exitCode = 1
  }
}

// Runs the browser tests: `node e2e/run.mjs [playwright options]`. The builds must exist; npm test makes sure of that.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const args = [cli, 'test', '--config', join(root, 'e2e/playwright.config.ts'), ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
child.once('exit', (code) => process.exit(code ?? 1))

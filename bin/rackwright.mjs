#!/usr/bin/env node
// Starts the built command line client.
import { existsSync } from 'node:fs'

const program = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(program)) await import(program)
else {
  process.stderr.write('rackwright: the command line client is not built yet: run `npm run build:cli` first\n')
  process.exitCode = 1
}

// Runs a program to its end, and throws what it complains about.
import { spawnSync } from 'node:child_process'

export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? String(stderr).trim()}`)
  return stdout
}

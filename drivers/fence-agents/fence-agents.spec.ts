// Fence agents as programs: what they are given, what their ends mean, and what bounds them.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFenceAgents } from './fence-agents.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'rackwright-fence-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function agent(name: string, script: string) {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  return { sled_id: 'one', agent: name, options: ['ip=10.0.0.1', 'password=hunter2'] }
}
const open = (timeoutMs = 30_000) => makeFenceAgents({ folder, timeoutMs })

test('an agent reads its options, and turns the host off', async () => {
  const state = join(folder, 'state')
  const call = agent(
    'fence_works',
    `read action; cat > ${state}.options
    case "$action" in action=off) echo off > ${state};; *) [ -e ${state} ] && exit 2; exit 0;; esac`,
  )
  const fence = open()
  expect(await fence.isOn(call)).toBe(true)
  await fence.off(call)
  expect(await fence.isOn(call)).toBe(false)
  expect(await fence.agents()).toContain('fence_works')
})

test('one that fails says why, without its secrets', async () => {
  const call = agent('fence_fails', 'cat >&2; echo "no route to host" >&2; exit 1')
  await expect(open().off(call)).rejects.toThrow(/fence_fails ended with 1: .*no route to host/s)
  await expect(open().isOn(call)).rejects.toThrow(/^(?!.*hunter2)/s)
})

test('one that hangs is ended, with what it has started', async () => {
  const call = agent('fence_hangs', 'sleep 1000 & wait')
  await expect(open(200).isOn(call)).rejects.toThrow('did not answer within 0.2 seconds')
})

test('nothing else is run', async () => {
  writeFileSync(join(folder, 'other'), '#!/bin/sh\n')
  for (const name of ['other', 'fence_missing', '../fence_works', 'fence_works/../other'])
    await expect(open().off({ sled_id: 'one', agent: name, options: [] })).rejects.toThrow('is not installed')
})

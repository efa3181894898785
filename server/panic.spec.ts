// A guest whose kernel panics, through the API: its instance fails, is restarted by itself, and stays failed when it panics again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { needing } from '../scripts/needs.mjs'
import { bootGuest, furnish, IN, SLOW, stateOf } from './testing-guests.ts'
import { builtServer, type Replica, startReplica } from './testing-replicas.ts'

const PROMPT = 'login: '

describe('a guest that panics', needing('machines'), () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-panic-'))
  let daemon: TestDaemon
  let server: Replica

  beforeAll(async () => {
    const [started, built] = await Promise.all([startTestDaemon(), builtServer()])
    daemon = started
    server = await startReplica(built, ['--data', join(root, 'data'), '--machines', daemon.uri])
    await server.logIn()
    await furnish(server, 2)
  }, 240_000)
  afterAll(async () => {
    await server?.kill()
    await daemon?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  const restartedAt = async () => (await server.ok('GET', `/v1/instances/db1${IN}`)).time_last_auto_restarted

  /** Once its guest has booted. */
  async function crash() {
    const console = await server.console('db1', 'web')
    await console.until(PROMPT)
    console.type('crash\r')
    await console.closed
  }

  test('is restarted once, and then stays failed; what it printed is kept', { timeout: 300_000 }, async () => {
    await bootGuest(server, 'db1')
    expect(await restartedAt()).not.toEqual(expect.any(String))
    await crash()
    await expect.poll(restartedAt, SLOW).toEqual(expect.any(String))
    await expect.poll(() => stateOf(server, 'db1'), SLOW).toBe('running')

    // the next one by itself comes only after a while
    await crash()
    await expect.poll(() => stateOf(server, 'db1'), SLOW).toBe('failed')
    const run = { end_state: 'failed', end_reason: 'The kernel of the guest panicked.' }
    const { items } = await server.ok('GET', `/rackwright/instances/db1/console-runs${IN}`)
    expect(items).toMatchObject([run, run])
    for (const { generation } of items as { generation: number }[]) {
      const { data } = await server.ok('GET', `/rackwright/instances/db1/console-runs/${generation}${IN}`)
      expect(Buffer.from(data as string, 'base64').toString()).toContain(`${PROMPT}crash`)
    }
  })
})

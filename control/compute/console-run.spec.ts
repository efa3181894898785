// Recorded consoles: the last output of each run of an instance, through the API, on every database.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCompute, until, type Compute, onSled } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { KEPT_BYTES, KEPT_RUNS } from './console-run.ts'

interface Run {
  generation: number
  time_ended: string | null
  end_state: string | null
  end_reason: string | null
  first_byte: number
  end_byte: number
}

eachDatabase((_name, open) => {
  describe('recorded consoles', () => {
    let world: Compute
    let id: string

    beforeEach(async () => {
      world = await makeCompute(await open())
      id = (await world.make('talker', { start: true })).id
      await world.reach(id, 'running')
    })
    afterEach(async () => {
      expect(world.errors).toEqual([])
      await world.stop()
    })

    const runs = async () => (await world.ok('GET', `/rackwright/instances/${id}/console-runs`)).items as Run[]
    async function text(generation: number): Promise<string> {
      const { data } = await world.ok('GET', `/rackwright/instances/${id}/console-runs/${generation}`)
      return Buffer.from(data as string, 'base64').toString()
    }
    async function printed(): Promise<string> {
      const reply = await world.admin.raw('GET', `/v1/instances/${id}/serial-console?most_recent=65536&max_bytes=65536`)
      return Buffer.from((reply.body.data ?? []) as number[]).toString()
    }
    const prints = (line: string) => until(world, line, async () => (await printed()).includes(line))
    const prompt = () => prints('login:')
    async function type(line: string): Promise<void> {
      const port = (await world.host.machines.console(onSled(id)))!
      await port.write(new TextEncoder().encode(`${line}\r`))
    }
    async function stop(): Promise<void> {
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
    }
    async function start(): Promise<void> {
      await world.act(id, 'start')
      await world.reach(id, 'running')
    }

    test('can be read after the machine has stopped, when the serial console history is refused', async () => {
      expect(await runs()).toMatchObject([{ generation: 1, time_ended: null, end_state: null }])
      await prompt()
      await type('echo last words')
      await stop()
      const [run] = await runs()
      expect(run).toMatchObject({ generation: 1, end_state: 'stopped', end_reason: null, first_byte: 0 })
      expect(run!.time_ended).not.toBeNull()
      const output = await text(1)
      expect(output).toContain('\nlast words\r\n')
      expect(output).toHaveLength(run!.end_byte)
      const refused = await world.admin.raw('GET', `/v1/instances/${id}/serial-console?from_start=0`)
      expect(refused.status).toBe(400)
    })

    test('are kept for a few runs, each with its last output', async () => {
      await prompt()
      await type('yes-flood 1024')
      await type('echo the end of run 1')
      await stop()
      const [first] = await runs()
      expect(first!.end_byte - first!.first_byte).toBe(KEPT_BYTES)
      expect(first!.first_byte).toBeGreaterThan(0)
      expect(await text(1)).toContain('the end of run 1')
      for (let run = 2; run <= KEPT_RUNS + 1; run++) {
        await start()
        await stop()
      }
      expect((await runs()).map(({ generation }) => generation)).toEqual([6, 5, 4, 3, 2])
      const gone = await world.admin.raw('GET', `/rackwright/instances/${id}/console-runs/1`)
      expect(gone.status).toBe(404)
    })

    test('a reboot belongs to its run', async () => {
      await prompt()
      await world.act(id, 'reboot')
      await prints('Machine firmware, start 2')
      await stop()
      expect(await runs()).toHaveLength(1)
      expect((await text(1)).match(/Machine firmware/g)).toHaveLength(2)
    })

    test('output copied while running survives a machine that vanishes', async () => {
      await prompt()
      await type('echo not lost')
      await until(world, 'a copy', async () => (await text(1)).includes('not lost'), 10_000)
      await world.host.machines.remove(onSled(id))
      await world.reach(id, 'failed')
      const [run] = await runs()
      expect(run).toMatchObject({ end_state: 'failed', end_reason: 'the machine is gone from its sled' })
      expect(await text(1)).toContain('not lost')
    })

    test('are deleted with their instance', async () => {
      await stop()
      await world.ok('DELETE', `/v1/instances/${id}`)
      const left = await world.host.db.read.selectFrom('console_run').selectAll().execute()
      expect(left).toEqual([])
    })
  })
})

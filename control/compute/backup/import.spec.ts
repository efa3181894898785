// Imports of repositories of other installations, on every database: what is listed and restored, and who may write there from then on.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBackups, type MemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import {
  importBody,
  importInto,
  installation,
  type Original,
  quickHash,
  restoreInto,
  SOURCE_AT,
  SOURCE_BYTES,
  storeInstance,
  TARGETS,
} from '../../testing/backups.ts'
import { GIB, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'

eachDatabase((_name, open) => {
  describe('the import of a repository', () => {
    let engine: MemoryBackups
    let first: Compute
    let second: Compute
    let original: Original
    beforeEach(async () => {
      engine = makeMemoryBackups(quickHash)
      const make = async (seed: number) =>
        installation(await open(), seed, { backupEngine: engine, volumes: makeMemoryBlocks(quickHash) })
      first = await make(11)
      second = await make(12)
      original = await storeInstance(first)
      return async () => {
        expect([first.errors, second.errors]).toEqual([[], []])
        await first.stop()
        await second.stop()
      }
    })

    const takenOver = () => importBody(original, { take_over: true })
    const at = { kind: 'directory' as const, folder: 'tapes' }
    const refusal = async (body: Record<string, unknown>, world = second) => {
      const reply = await world.admin.raw('POST', `${TARGETS}/tapes/imports`, body)
      expect(reply.status).toBe(400)
      return reply.body.message
    }

    test('lists its backups, and restores an instance with its size, network and rules', async () => {
      const [backup, ...others] = await importInto(second, takenOver())
      expect(others).toEqual([])
      expect(backup).toMatchObject({ noun: 'instance', resource_name: 'db1', project_name: 'web', state: 'ready' })
      expect(await restoreInto(second, backup!.id, 'db2', 'instance')).toMatchObject({ state: 'done' })
      const made = await second.ok('GET', '/v1/instances/db2?project=web')
      expect(made).toMatchObject({ run_state: 'stopped', ncpus: 2, memory: 3 * GIB, hostname: 'db1' })
      const bytes = await second.host.volumes.read(made.boot_disk_id as string, SOURCE_AT, SOURCE_BYTES.length)
      expect(Buffer.compare(bytes, SOURCE_BYTES)).toBe(0)
      const { items } = await second.ok('GET', '/v1/network-interfaces?project=web&instance=db2')
      expect(items).toMatchObject([{ name: 'net0', ip: expect.stringMatching(/^10\.9\.0\./) }])
      const { rules } = await second.ok('GET', '/v1/vpc-firewall-rules?project=web&vpc=shop')
      expect(rules).toMatchObject([{ name: 'only-https', priority: 10, filters: { ports: ['443'] } }])
      expect(await restoreInto(second, backup!.id, 'data', 'disk')).toMatchObject({ state: 'done' })
      const disk = await second.ok('GET', '/v1/disks/data?project=web')
      expect(disk.state).toEqual({ state: 'detached' })
    })

    test('refuses a wrong key, a repository that is not there, and one that is in use', async () => {
      expect(await refusal({ ...takenOver(), key: 'another' })).toContain('the key does not open the repository')
      const absent = '00000000-0000-4000-8000-000000000000'
      expect(await refusal({ ...takenOver(), repository: absent })).toContain(`there is no repository ${absent}`)
      expect(await refusal(importBody(original))).toContain('another installation uses the repository')
      engine.trouble = 'unreachable'
      expect(await refusal(takenOver())).toContain('cannot be used now: the target is unreachable')
      engine.trouble = undefined
      await second.ok('POST', `${TARGETS}/tapes/silos`, { silo: 'recovery' })
      expect(await refusal(takenOver())).toContain('has a repository at "tapes" already')
      const place = { kind: 'directory', folder: 'tapes' }
      await first.ok('POST', TARGETS, { name: 'other', description: '', place })
      const twice = await first.admin.raw('POST', `${TARGETS}/other/imports`, takenOver())
      expect(twice.body.message).toContain('at another target')
    })

    const repositoryThere = () => ({ place: at, id: original.repository, key: original.key })
    const forged = '00000000-0000-4000-8000-00000000000a'
    async function forge(description: object) {
      const text = new TextEncoder().encode(JSON.stringify(description))
      const read = async function* () {
        yield text
      }
      const options = { signal: new AbortController().signal, onProgress: () => undefined }
      await engine.store(repositoryThere(), { tag: `backup-${forged}`, size: text.length, read }, options)
    }

    test('lists what names the disks of another backup as failed, and goes on', async () => {
      const [whole] = (await first.ok('GET', '/rackwright/backups?project=web')).items as [Wire<'Backup'>]
      const pieces: Uint8Array[] = []
      const never = new AbortController().signal
      for await (const piece of engine.load(repositoryThere(), `backup-${whole.id}`, never)) pieces.push(piece)
      await forge({ ...JSON.parse(Buffer.concat(pieces).toString()), id: forged })
      const found = await importInto(second, takenOver())
      expect(found.map(({ state }) => state).toSorted()).toEqual(['failed', 'ready'])
      const failed = found.find(({ state }) => state === 'failed')!
      expect(failed).toMatchObject({ resource_name: 'db1', problem: 'Its disks belong to another backup.', disks: [] })
      // without the disks of the other
      await second.ok('DELETE', `/rackwright/backups/${failed.id}`)
      await until(second, 'the removal', async () => !engine.allTags().includes(`backup-${failed.id}`))
      const { id } = found.find(({ state }) => state === 'ready')!
      expect(await restoreInto(second, id, 'db2', 'instance')).toMatchObject({ state: 'done' })
    })

    test('says what it cannot read', async () => {
      const repository = repositoryThere()
      const id = forged
      await forge({ format: 2 })
      const [{ id: whole }] = (await first.ok('GET', '/rackwright/backups?project=web')).items as [Wire<'Backup'>]
      const disks = (await engine.tags(repository)).filter((tag) => tag.startsWith('disk-'))
      await engine.forget(repository, disks)
      const found = await importInto(second, takenOver())
      expect(found.find((each) => each.id === id)).toMatchObject({
        state: 'failed',
        problem: 'What describes it is damaged, or was stored by a later version.',
      })
      expect(found.find((each) => each.id === whole)).toMatchObject({
        state: 'failed',
        problem: 'Disk boot is not at the target.',
      })
    })
  })
})

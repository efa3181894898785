// Machines that run move between two hosts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import { SLEDS } from '../../machines.cases.ts'
import { certify, giveCertificates, makeAuthority } from '../testing/certificates.ts'
import type { TestDaemon } from '../testing/daemon.ts'
import { ended, HERE, LIMIT_MS, MIB, movingGuests, THERE } from '../testing/moving.ts'

const inside = (daemon: TestDaemon, ...command: string[]) => execFileSync('env', daemon.inside(command))

describe('moves between hosts over SSH', needing('hosts'), () => {
  const { daemonOf, places, writing, moving, expectGoesOn } = movingGuests()

  test(
    'take a guest that writes along, with its console',
    async () => {
      const world = await writing()
      const { under, walk, spec } = world
      await under.migrations!.begin(spec, THERE, 'move-1')
      await under.migrations!.begin(spec, THERE, 'move-1')
      const look = () => under.migrations!.find(spec, THERE, 'move-1')
      expect(await ended(walk, look)).toMatchObject({ state: 'completed', to_sled_id: THERE })
      expect(await look()).toMatchObject({ state: 'completed' })
      await expectGoesOn(world, THERE)
      expect(await under.migrations!.find(spec, THERE, 'another')).toBeUndefined()
    },
    LIMIT_MS,
  )

  describe('with certificates', needing('openssl'), () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'rw-tls-'))
    })
    afterAll(() => {
      for (const sled of SLEDS) giveCertificates(daemonOf(sled), undefined)
      rmSync(folder, { recursive: true })
    })

    test(
      'encrypt memory, not to an impostor, and warn if one of the hosts has none',
      async () => {
        const warned: string[] = []
        const world = await writing(256 * MIB, { warn: (message) => void warned.push(message) })
        const { under, walk, spec } = world
        const [here, there] = SLEDS.map(daemonOf) as [TestDaemon, TestDaemon]
        const move = async (from: string, to: string, id: string) => {
          const at = { ...spec, sled_id: from }
          await under.migrations!.begin(at, to, id)
          return ended(walk, () => under.migrations!.find(at, to, id))
        }
        const authority = makeAuthority(folder)
        giveCertificates(here, certify(authority, '10.99.0.1'))

        giveCertificates(there, certify(makeAuthority(folder), '10.99.0.2', authority))
        expect(await move(HERE, THERE, 'move-1')).toMatchObject({
          state: 'failed',
          reason: expect.stringMatching(/TLS|certificate/i),
        })
        expect(places(spec)).toEqual([HERE])

        giveCertificates(there, certify(authority, '10.99.0.2'))
        expect(await move(HERE, THERE, 'move-2')).toMatchObject({ state: 'completed' })
        expect(warned).toEqual([])

        giveCertificates(here, undefined)
        expect(await move(THERE, HERE, 'move-3')).toMatchObject({ state: 'completed' })
        expect(warned).toEqual([expect.stringContaining('unencrypted')])
        await expectGoesOn(world, HERE)
      },
      LIMIT_MS,
    )
  })

  test(
    'leave a guest where it is when they are cancelled',
    async () => {
      const world = await moving()
      const { under, walk, spec, look } = world
      await under.migrations!.cancel(spec, THERE, 'move-1')
      expect(await ended(walk, look)).toMatchObject({ state: 'cancelled' })
      await walk.reopen()
      expect(await under.migrations!.find(spec, THERE, 'move-1')).toMatchObject({ state: 'cancelled' })
      await expectGoesOn(world, HERE)
    },
    LIMIT_MS,
  )

  test(
    'are refused while the other host does not see the volumes',
    async () => {
      const world = await writing()
      const { under, spec } = world
      const { path } = under.blocks.locate(spec.disks[0]!.id, THERE) as { path: string }
      inside(daemonOf(THERE), 'mount', '-t', 'tmpfs', 'none', dirname(path))
      try {
        await expect(under.migrations!.begin(spec, THERE, 'move-1')).rejects.toMatchObject({
          code: 'refused',
          message: expect.stringContaining('cannot use our volumes'),
        })
      } finally {
        inside(daemonOf(THERE), 'umount', dirname(path))
      }
      expect(await under.migrations!.find(spec, THERE, 'move-1')).toBeUndefined()
      await expectGoesOn(world, HERE)
    },
    LIMIT_MS,
  )
})

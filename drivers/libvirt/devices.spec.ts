// Whether the file of a disk was removed, or only its directory is not there now.
import { mkdtempSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFileBlocks } from '../files/blocks.ts'
import { claimFolder } from '../files/mark.ts'
import { inPresentFolder } from '../files/present-folder.ts'
import { devicesOf } from './devices.ts'
import type { Domain } from './reader.ts'

const root = mkdtempSync(join(tmpdir(), 'rackwright-devices-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a disk whose file is gone was removed, unless all volumes are gone', async () => {
  const folder = join(root, 'disks')
  const files = await openFileBlocks(folder)
  await claimFolder(folder, 'us')
  const volumes = await inPresentFolder(files, folder, 'us')
  await volumes.create('a', 4096)
  const { path } = volumes.locate('a', 'sled-1') as { path: string }
  const xml = `<disk type='file' device='disk'><source file='${path}'/><target dev='vda'/><alias name='ua-a'/></disk>`
  const domain = { xml, owner: undefined, record: { sled_id: 'sled-1', network: 'simulated' } } as unknown as Domain
  const isRemoved = async () => (await devicesOf(domain, volumes)).disks.map(({ is_removed }) => is_removed)

  expect(await isRemoved()).toEqual([false])
  await rename(folder, `${folder}-aside`)
  expect(await isRemoved()).toEqual([false])
  await rename(`${folder}-aside`, folder)
  await rm(path)
  expect(await isRemoved()).toEqual([true])
})

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleStoreCases } from '#control/frame/support-bundle-store.cases.ts'
import { openFileBundles } from './support-bundle-files.ts'

const directory = () => mkdtemp(join(tmpdir(), 'bundles-'))

bundleStoreCases('files', async () => {
  const place = await directory()
  return { store: await openFileBundles(place), end: () => rm(place, { recursive: true }) }
})

test('a bundle outlives a restart, is readable by the owner alone, and leaves no file once removed', async () => {
  const place = await directory()
  const writer = await (await openFileBundles(place)).create('a')
  await writer.write(Uint8Array.of(1, 2, 3))
  await writer.finish()
  const store = await openFileBundles(place)
  expect((await store.open('a'))?.size).toBe(3)
  expect((await stat(join(place, 'a.zip'))).mode & 0o777).toBe(0o600)
  await store.remove('a')
  expect(await readdir(place)).toEqual([])
  await rm(place, { recursive: true })
})

test('a bundle leaves room on the file system for the database', async () => {
  const place = await directory()
  const store = await openFileBundles(place, async () => 2)
  const writer = await store.create('a')
  await expect(writer.write(Uint8Array.of(1, 2, 3))).rejects.toThrow(/no space is left/)
  await writer.discard()
  expect(await readdir(place)).toEqual([])
  await rm(place, { recursive: true })
})

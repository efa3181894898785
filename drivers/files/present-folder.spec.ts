import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { blocksCases } from '../blocks.cases.ts'
import { openFileBlocks } from './blocks.ts'
import { claimFolder, MARK_NAME } from './mark.ts'
import { inPresentFolder } from './present-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'rackwright-present-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let made = 0

async function open(folder = join(root, String(made++))) {
  const files = await openFileBlocks(folder)
  await claimFolder(folder, 'us')
  return { folder, store: await inPresentFolder(files, folder, 'us') }
}

blocksCases('files in a folder that is there', async () => {
  const { store } = await open()
  return { store, end: async () => undefined }
})

const HOST = { name: 'DriverError', code: 'host' }

test('volumes of a folder that is gone, or not the same, are neither missing nor removed', async () => {
  const { folder, store } = await open()
  await store.create('a', 4096)
  expect(await store.problems!()).toEqual([])
  const aside = `${folder}-aside`
  await rename(folder, aside)
  // then another one is there, as where nothing is mounted
  for (const prepare of [async () => undefined, () => mkdir(folder)]) {
    await prepare()
    await expect(store.create('b', 4096)).rejects.toMatchObject(HOST)
    await expect(store.clone('a', 'c', 4096)).rejects.toMatchObject(HOST)
    await expect(store.resize('a', 8192)).rejects.toMatchObject(HOST)
    await expect(store.digest('a', 1)).rejects.toMatchObject(HOST)
    await expect(store.remove('a')).rejects.toMatchObject(HOST)
    await expect(store.list()).rejects.toMatchObject(HOST)
    expect(await store.problems!()).toMatchObject([{ kind: 'down', isError: true }])
  }
  await writeFile(join(folder, MARK_NAME), 'others\n')
  await expect(store.create('b', 4096)).rejects.toMatchObject(HOST)
  expect(await store.problems!()).toMatchObject([{ text: expect.stringContaining('belong to another installation') }])
  await rm(folder, { recursive: true })
  await rename(aside, folder)
  expect(await store.problems!()).toEqual([])
  expect(await store.list()).toEqual([{ id: 'a', size: 4096 }])
})

test('a mark that somebody has removed alone is written again', async () => {
  const { folder, store } = await open()
  await rm(join(folder, MARK_NAME))
  await store.create('a', 4096)
  expect(readFileSync(join(folder, MARK_NAME), 'utf8')).toBe('us\n')
  await expect(store.read('b', 0, 1)).rejects.toMatchObject({ code: 'unknown_volume' })
})

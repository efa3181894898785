// The demo world is built the same every time: its rows, and the file of the preview.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildDemoWorld } from '#preview/demo-world.ts'
import { build } from '../../scripts/build.mjs'
import type { DemoWorld } from './world.ts'

const dist = join(import.meta.dirname, '../../dist/demo')
const read = async (name: string) => gunzipSync(await readFile(join(dist, name)))

test('two builds are the same', { timeout: 300_000 }, async () => {
  await build(['demo'])
  const world = JSON.parse((await read('world.bin')).toString()) as DemoWorld
  const { world: again, file } = await buildDemoWorld(world.version)
  // row by row, so that a failure shows what differs
  for (const [n, table] of again.tables.entries()) expect(world.tables[n], table.name).toEqual(table)
  expect({ ...world, tables: [] }).toEqual({ ...again, tables: [] })
  expect(Buffer.compare(file, await read('preview-world.bin')), 'the file of the preview').toBe(0)
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateFile } from './state-file.ts'

test('keeps the last text, and nothing when there was none', async () => {
  const place = await mkdtemp(join(tmpdir(), 'simulated-'))
  const state = stateFile(join(place, 'machines'))
  expect(await state.load()).toBeUndefined()
  await state.save('a long first text')
  await state.save('ÿ short')
  expect(await stateFile(join(place, 'machines')).load()).toBe('ÿ short')
  expect(await readdir(place)).toEqual(['machines'])
  await rm(place, { recursive: true })
})

// Rotation as virtlogd does it: the file is renamed, and those before it move up by one.
import { appendFile, mkdtemp, rename, rm, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisMachine } from './access/local.ts'
import { makeSerialLog } from './serial-log.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rackwright-log-'))
  file = join(folder, 'console.log')
})
afterEach(() => rm(folder, { recursive: true }))

const rotate = async () => {
  const numbers = (await readdir(folder)).flatMap((name) => /^console\.log\.(\d)$/.exec(name)?.[1] ?? [])
  for (const number of numbers.sort().toReversed()) await rename(`${file}.${number}`, `${file}.${Number(number) + 1}`)
  await rename(file, `${file}.0`)
}

async function all(from = 0): Promise<string> {
  const log = makeSerialLog(thisMachine, file)
  let text = ''
  for (;;) {
    const bytes = await log.read(from + text.length, 4)
    if (bytes.length === 0) return text
    text += new TextDecoder().decode(bytes)
  }
}

test('nothing is printed yet', async () => {
  expect(await makeSerialLog(thisMachine, file).size()).toBe(0)
  expect(await all()).toBe('')
})

test('the history survives rotation, seen or not, and so do its offsets', async () => {
  await appendFile(file, 'one two ')
  await rotate()
  await appendFile(file, 'three ')
  expect(await all()).toBe('one two three ')
  // twice without anybody looking
  await rotate()
  await appendFile(file, 'four ')
  await rotate()
  await appendFile(file, 'five')
  expect(await all()).toBe('one two three four five')
  expect(await makeSerialLog(thisMachine, file).size()).toBe(23)
  expect(await all(8)).toBe('three four five')
  // there is nothing left that virtlogd would delete
  expect((await readdir(folder)).sort()).toEqual(['console.log', 'console.log-0', 'console.log-14', 'console.log-8'])
})

test('between rotation and the next output there is no file', async () => {
  await appendFile(file, 'one')
  await rotate()
  expect(await all()).toBe('one')
  await appendFile(file, 'two')
  expect(await all()).toBe('onetwo')
})

test('what is printed while somebody reads waits for the next read, or no read would end', async () => {
  await appendFile(file, 'one')
  const read: typeof thisMachine.read = async (...args) => {
    await appendFile(file, '+')
    return thisMachine.read(...args)
  }
  const log = makeSerialLog({ ...thisMachine, read }, file)
  expect(new TextDecoder().decode(await log.read(0, 100))).toBe('one')
  expect(new TextDecoder().decode(await log.read(3, 100))).toBe('+')
})

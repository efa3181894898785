// The delay of every call, and failures only where the address asked for them.
import { expect, test } from 'vitest'
import { seededRandom } from '#control/demo/seeded-random.ts'
import { makeSabotage } from './chaos.ts'

function start() {
  const delays: number[] = []
  const clock = { now: () => new Date(0), sleep: async (milliseconds: number) => void delays.push(milliseconds) }
  const sabotage = makeSabotage(clock, seededRandom(3))
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await sabotage(new Request(`http://preview.test${path}`, { headers })))?.status
  return { delays, statusOf }
}

const repeat = async (count: number, each: () => Promise<number | undefined>) => {
  const statuses: (number | undefined)[] = []
  for (let n = 0; n < count; n++) statuses.push(await each())
  return statuses
}

test('calls take 200 to 400 ms and do not fail', async () => {
  const { delays, statusOf } = start()
  expect(new Set(await repeat(200, () => statusOf('/v1/projects')))).toEqual(new Set([undefined]))
  expect(delays).toHaveLength(200)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(200)
  expect(Math.max(...delays)).toBeLessThanOrEqual(400)
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(100)
})

test('live updates are never delayed, and a delay can be turned off', async () => {
  const { delays, statusOf } = start()
  await statusOf('/rackwright/events', { 'x-chaos': '100;' })
  await statusOf('/v1/projects', { 'x-delay': '0' })
  expect(delays).toEqual([])
})

test('with chaos about that many fail, each in one of four ways', async () => {
  const { statusOf } = start()
  const statuses = await repeat(2000, () => statusOf('/v1/projects', { 'x-chaos': '20;' }))
  const failed = statuses.filter((status) => status !== undefined)
  expect(failed.length).toBeGreaterThan(300)
  expect(failed.length).toBeLessThan(500)
  expect(new Set(failed)).toEqual(new Set([401, 403, 404, 500]))
})

test('with a seed the same calls fail each time, in any order', async () => {
  const headers = { 'x-chaos': '50;7' }
  const run = async (paths: string[]) => {
    const { statusOf } = start()
    const fates = new Map<string, (number | undefined)[]>()
    for (const path of paths) fates.set(path, [...(fates.get(path) ?? []), await statusOf(path, headers)])
    return fates
  }
  const paths = Array.from({ length: 40 }, (_, n) => `/v1/disks/${n % 8}`)
  expect(await run(paths)).toEqual(await run(paths.toReversed()))
  expect([...(await run(paths)).values()].flat()).toContain(undefined)
})

// A copy of a disk whose server can no longer be sure to be the only one that makes it: it ends, and touches nothing that may be of the next.
import { describe, expect, test } from 'vitest'
import { makeMemoryBlocks } from '../simulated/blocks-memory.ts'
import type { Lease } from '../lease.ts'
import { testingClock } from '../testing-clock.ts'
import { makeCopies, partialOf } from './copy.ts'
import { makeDisksCopies } from './copy-disks.ts'
import { aliasOf } from './disks-in.ts'
import type { Host } from './host.ts'

const DISK = '11111111-1111-4111-8111-111111111111'
const COPY = '22222222-2222-4222-8222-222222222222'
const SIZE = 2 ** 20

/** QEMU with one job, which goes on for ever. */
function hostWithJob() {
  const asked: string[] = []
  let hasJob = false
  const answers: Record<string, () => unknown> = {
    'query-blockstats': () => [{ qdev: `/machine/peripheral/${aliasOf(DISK)}/virtio-backend`, 'node-name': 'disk' }],
    'query-jobs': () => (hasJob ? [{ id: `copy-${COPY}`, status: 'running' }] : []),
    'blockdev-mirror': () => (hasJob = true),
    transaction: () => (hasJob = true),
  }
  const run = async (_command: string, _machine: string, question: string) => {
    const { execute } = JSON.parse(question) as { execute: string }
    asked.push(execute)
    return JSON.stringify({ return: answers[execute]?.() ?? {} })
  }
  return { asked, host: { sled_id: 'here', virsh: { run } } as unknown as Host, hasJob: () => hasJob }
}

const stillness = (work: () => Promise<void>) => work()

async function lose(begin: (lease: Lease, options: never) => Promise<void>) {
  const { asked, host, hasJob } = hostWithJob()
  const [clock, lost] = [testingClock(), new AbortController()]
  const lease: Lease = { isHeld: () => true, alone: (_, work) => work(lost.signal) }
  const memory = makeMemoryBlocks(() => ({ update: () => undefined, digest: () => '' }))
  await memory.create(DISK, SIZE)
  const volumes = { ...memory, locate: () => ({ kind: 'file' as const, path: '/disk' }) }
  const copying = begin(lease, { host, volumes, clock, machine_id: 'm', stillness } as never)
  const outcome = copying.then(
    () => 'copied',
    (error: Error) => error.message,
  )
  while (!hasJob()) await clock.advance(100)
  await clock.advance(1000)
  const before = asked.filter((each) => each !== 'query-jobs').length
  lost.abort(new Error('the lease is lost'))
  const over = new AbortController()
  void outcome.then(() => over.abort())
  for (let tries = 0; tries < 100 && !over.signal.aborted; tries++) await clock.advance(100)
  const left = (await volumes.list()).map(({ id }) => id).toSorted()
  return {
    outcome: over.signal.aborted ? await outcome : 'it goes on',
    since: asked.filter((each) => each !== 'query-jobs').slice(before),
    left,
  }
}

describe('a copy without its lease ends, and leaves everything to the next', () => {
  const expected = { outcome: 'the lease is lost', since: [], left: [DISK, partialOf(COPY)].toSorted() }
  const to = { id: COPY, size: SIZE }

  test('of one disk', async () => {
    const seen = await lose((lease, options) =>
      makeCopies(lease)({ ...(options as object), disk_id: DISK, to } as never),
    )
    expect(seen).toEqual(expected)
  })

  test('of all disks at once', async () => {
    const copies = [{ disk_id: DISK, to }]
    const seen = await lose((lease, options) => makeDisksCopies(lease)({ ...(options as object), copies } as never))
    expect(seen).toEqual(expected)
  })
})

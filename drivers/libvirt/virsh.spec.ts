import { expect, test } from 'vitest'
import { thisMachine } from './access/local.ts'
import { makeVirsh } from './virsh.ts'

const situation = { boot: 'boot', domain: 'one', metadata: 'urn:test', attributes: ['', ''] } as const

test('commands for which libvirt tries its emulators out have longer', async () => {
  const limits: number[] = []
  const access = {
    ...thisMachine,
    run: async (_command: readonly string[], { timeoutMs }: { timeoutMs: number }) => {
      limits.push(timeoutMs)
      return { code: 0, bytes: new Uint8Array(), output: '', complaint: '' }
    },
  }
  const limitsOf = async (timeoutMs: number) => {
    limits.length = 0
    const virsh = makeVirsh({ uri: 'test:///default', access, timeoutMs })
    await virsh.run('list')
    await virsh.batch([['dumpxml', 'one']])
    await virsh.run('define', 'file')
    await virsh.runDuring(situation, 'start', 'one')
    return [...limits]
  }
  expect(await limitsOf(1000)).toEqual([1000, 1000, 180_000, 180_000])
  expect(await limitsOf(600_000)).toEqual([600_000, 600_000, 600_000, 600_000])
})

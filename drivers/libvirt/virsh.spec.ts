import { expect, test } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { thisMachine } from './access/local.ts'
import { makeVirsh, type Virsh } from './virsh.ts'

const situation = { boot: 'boot', domain: 'one', metadata: 'urn:test', attributes: ['', ''] } as const

/** A host with recorded limits. A libvirt that hangs answers nothing. */
function canned({ isHung } = { isHung: false }) {
  const limits: [command: string, limit: number][] = []
  const access = {
    ...thisMachine,
    run: async (command: readonly string[], { timeoutMs }: { timeoutMs: number }) => {
      // after the URI
      limits.push([command[command.lastIndexOf('--connect') + 2]!.split(' ')[0]!.replaceAll('"', ''), timeoutMs])
      if (isHung) throw new DriverError('host', 'no answer')
      return { code: 0, bytes: new Uint8Array(), output: '', complaint: '' }
    },
  }
  return { limits, virshWith: (timeoutMs: number) => makeVirsh({ uri: 'test:///default', access, timeoutMs }) }
}

async function runsAll(virsh: Virsh) {
  await virsh.run('list')
  await virsh.batch([['dumpxml', 'one']])
  await virsh.run('define', 'file')
  await virsh.runDuring(situation, 'start', 'one')
}

test('commands for which libvirt tries its emulators out have longer, once it has answered', async () => {
  const { limits, virshWith } = canned()
  await runsAll(virshWith(1000))
  expect(limits).toEqual([
    ['list', 1000],
    ['dumpxml', 1000],
    ['uri', 1000],
    ['define', 180_000],
    ['uri', 1000],
    ['start', 180_000],
  ])
  limits.length = 0
  await runsAll(virshWith(600_000))
  expect(limits.map(([, limit]) => limit)).toEqual([600_000, 600_000, 600_000, 600_000])
})

test('a libvirt that hangs is an error within the usual time, whatever it is asked for', async () => {
  const { limits, virshWith } = canned({ isHung: true })
  const virsh = virshWith(1000)
  for (const args of [['define', 'file'], ['capabilities'], ['domcapabilities']])
    await expect(virsh.run(...args)).rejects.toMatchObject({ code: 'host' })
  await expect(virsh.runDuring(situation, 'start', 'one')).rejects.toMatchObject({ code: 'host' })
  expect(limits).toEqual(Array.from({ length: 4 }, () => ['uri', 1000]))
})

// Which CPU machines get, from answers of libvirt 9.0 on hosts with KVM, which were recorded and shortened.
import { describe, expect, test } from 'vitest'
import type { Ran } from './access/host-access.ts'
import { testingClock } from '../testing-clock.ts'
import { hostModelIn, makeCpus, mustHaveCpu } from './cpu.ts'

const capabilitiesOf = (model: string) => `<domainCapabilities>
  <domain>kvm</domain>
  <cpu>
    <mode name='host-passthrough' supported='yes'>
      <enum name='hostPassthroughMigratable'><value>on</value></enum>
    </mode>
    <mode name='host-model' supported='yes'>
      <model fallback='forbid'>${model}</model>
      <vendor>Intel</vendor>
      <feature policy='require' name='invtsc'/>
    </mode>
  </cpu>
</domainCapabilities>`

const hostOf = (model: string, pages = 4) => `<capabilities>
  <host>
    <uuid>${crypto.randomUUID()}</uuid>
    <cpu>
      <arch>x86_64</arch>
      <model>${model}</model>
      <microcode version='${pages}'/>
      <counter name='tsc' frequency='${pages}499998000' scaling='no'/>
      <feature name='ss'/>
    </cpu>
  </host>
</capabilities>`

const BASELINE = `<cpu mode='custom' match='exact'>
  <model fallback='forbid'>kvm64</model>
  <vendor>Intel</vendor>
  <feature policy='require' name='x2apic'/>
  <feature policy='disable' name='pni'/>
</cpu>`

function makeHost(
  sled_id: string,
  model: string,
  changes: { architecture?: string; accelerator?: 'kvm' | 'tcg' } = {},
) {
  const asked: string[] = []
  const own = { answers: true, answered: Promise.resolve(), code: 0, asked }
  const host = {
    sled_id,
    architecture: 'x86_64',
    accelerator: 'kvm' as const,
    virsh: {
      uri: 'qemu:///system',
      async run(what: string) {
        await own.answered
        if (!own.answers) throw new Error('no answer')
        return what === 'domcapabilities' ? capabilitiesOf(model) : hostOf(model, sled_id.length)
      },
    },
    access: {
      async run(_: readonly string[], { input = '' }: { input?: string }): Promise<Partial<Ran>> {
        asked.push(input)
        return { code: own.code, output: own.code === 0 ? `${BASELINE}\n\n` : '' }
      },
    },
    ...changes,
  }
  return { own, host: host as never }
}

const arm = (name: string, model: string) => makeHost(name, model, { architecture: 'aarch64' }).host
const cpusOf = (...hosts: { host: never }[]) => makeCpus({ all: () => hosts as never }, testingClock())
const OWN = '<cpu mode="host-passthrough"/>'

describe('an accelerated machine', () => {
  test('has the CPU of its host if that is the only one like it', async () => {
    const own = makeHost('one', 'Cascadelake-Server')
    expect(await cpusOf(own).cpuFor(own.host)).toBe(OWN)
    expect(await cpusOf(own, makeHost('two', 'EPYC', { accelerator: 'tcg' })).cpuFor(own.host)).toBe(OWN)
    const both = ['one', 'two'].map((name) => ({ host: arm(name, 'Neoverse-N1') }))
    expect(await cpusOf(...both).cpuFor(both[0]!.host)).toBe(OWN)
  })

  test('has a model that all hosts have, also those that do not answer now', async () => {
    const [one, two] = [makeHost('one', 'Cascadelake-Server'), makeHost('two', 'Skylake-Server-IBRS')]
    const { cpuFor } = cpusOf(one, two)
    expect(await cpuFor(one.host)).toBe(BASELINE)
    two.own.answers = false
    expect(await cpuFor(one.host)).toBe(BASELINE)
    for (const input of one.own.asked) expect(input).toMatch(/Cascadelake-Server<[^]*Skylake-Server-IBRS</)
    expect(one.own.asked).toHaveLength(2)
  })

  test('does not wait for a host that has been silent before, which counts as soon as it answers', async () => {
    const [one, two] = [makeHost('one', 'Cascadelake-Server'), makeHost('two', 'Skylake-Server-IBRS')]
    const held: (() => void)[] = []
    two.own.answered = new Promise((resolve) => held.push(resolve))
    const clock = testingClock()
    const { cpuFor } = makeCpus({ all: () => [one, two] as never }, clock)
    const first = cpuFor(one.host)
    await clock.advance(3000)
    expect(await first).toBe(BASELINE)
    expect(await cpuFor(one.host)).toBe(BASELINE)
    held[0]!()
    await clock.advance(0)
    expect(await cpuFor(one.host)).toBe(BASELINE)
    expect(one.own.asked.map((input) => input.includes('Skylake'))).toEqual([false, false, true])
  })

  test('has the CPU of its host if hosts have nothing in common', async () => {
    const [one, two] = [makeHost('one', 'Cascadelake-Server'), makeHost('two', 'EPYC')]
    one.own.code = 1
    expect(await cpusOf(one, two).cpuFor(one.host)).toBe(OWN)
  })
})

describe('a machine that was started with the CPU of its host before there were others', () => {
  const passthrough = "<cpu mode='host-passthrough' check='none'/>"
  const maximum = "<cpu mode='maximum' check='none'/>"
  const looks = ({ hasOld }: ReturnType<typeof makeCpus>, host: never) =>
    [passthrough, maximum, BASELINE].map((xml) => hasOld(host, xml))

  test('says so if a start changes it, which is found out at the first look', async () => {
    const [one, two] = [makeHost('one', 'Cascadelake-Server'), makeHost('two', 'EPYC')]
    expect(looks(cpusOf(one), one.host)).toEqual([false, false, false])
    const hosts = [one]
    const cpus = makeCpus({ all: () => hosts as never }, testingClock())
    expect(await cpus.cpuFor(one.host)).toBe(OWN)
    hosts.push(two)
    expect(looks(cpus, one.host)).toEqual([false, true, false])
    await expect.poll(() => looks(cpus, one.host)).toEqual([true, true, false])
  })

  test('does not say so if hosts have nothing in common, nor while nobody knows', async () => {
    const [one, two] = [makeHost('one', 'Cascadelake-Server'), makeHost('two', 'EPYC')]
    one.own.code = 1
    const cpus = cpusOf(one, two)
    expect(looks(cpus, one.host)).toEqual([false, true, false])
    await expect.poll(() => one.own.asked).toHaveLength(1)
    await cpus.cpuFor(one.host)
    expect(looks(cpus, one.host)).toEqual([false, true, false])
  })

  test('does not say so on aarch64, where no start changes it', () => {
    const both = ['one', 'two'].map((name) => ({ host: arm(name, 'Neoverse-N1') }))
    expect(cpusOf(...both).hasOld(both[0]!.host, passthrough)).toBe(false)
  })
})

test('what libvirt would give a machine is a CPU for comparison', () => {
  expect(hostModelIn(capabilitiesOf('EPYC'))).toMatch(/^<cpu mode="custom" match="exact"><model[^]*EPYC<[^]*<\/cpu>$/)
  expect(hostModelIn('<domainCapabilities/>')).toBeUndefined()
})

describe('a move', () => {
  const [one, same, other] = [
    makeHost('one', 'Cascadelake-Server'),
    makeHost('the same', 'Cascadelake-Server'),
    makeHost('other', 'Skylake-Server-IBRS'),
  ]
  const passthrough = "<domain><cpu mode='host-passthrough' check='none' migratable='on'/></domain>"

  test('goes to a host with the same CPU', () => mustHaveCpu(passthrough, 'db1', one.host, same.host))
  test('goes to any host with a common model', () =>
    mustHaveCpu(`<domain>${BASELINE}</domain>`, 'db1', one.host, other.host))
  test('is refused for the CPU of the host, and says that the next start changes it', async () => {
    await expect(mustHaveCpu(passthrough, 'db1', one.host, other.host)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('after its next start'),
    })
  })
  test('is refused for the maximum of an earlier version, and says so too', async () => {
    const maximum = "<domain><cpu mode='maximum' check='none' migratable='on'/></domain>"
    await expect(mustHaveCpu(maximum, 'db1', one.host, same.host)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('after its next start'),
    })
  })
  test('on aarch64 goes only to a host with the same CPU, which no start changes', async () => {
    await mustHaveCpu(passthrough, 'db1', arm('one', 'Neoverse-N1'), arm('the same', 'Neoverse-N1'))
    const refused = mustHaveCpu(passthrough, 'db1', arm('one', 'Neoverse-N1'), arm('other', 'Neoverse-V1'))
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('next start') })
  })
})

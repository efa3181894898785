// What the answers of hosts lead to. The answers are recorded ones.
import { expect, test } from 'vitest'
import { checkAnswer, checkOthers } from './checks.ts'
import { answerIn, factsFrom, type HostAnswer } from './host-facts.ts'
import { keyIn } from './keys.ts'

const NOW = 1_700_000_000_000

const OUTPUT = `==== rackwright:capabilities
<capabilities>

  <host>
    <uuid>7F6E5D4C-3b2a-4190-8877-665544330001</uuid>
    <cpu>
      <arch>x86_64</arch>
      <model>Skylake-Server-IBRS</model>
      <vendor>Intel</vendor>
    </cpu>
    <secmodel>
      <model>apparmor</model>
      <doi>0</doi>
    </secmodel>
    <secmodel>
      <model>dac</model>
      <doi>0</doi>
      <baselabel type='kvm'>+64055:+108</baselabel>
      <baselabel type='qemu'>+64055:+108</baselabel>
    </secmodel>
  </host>
</capabilities>
==== rackwright:version
Compiled against library: libvirt 9.0.0
Using library: libvirt 9.0.0
Using API: QEMU 9.0.0
Running hypervisor: QEMU 7.2.7
==== rackwright:threads
16
==== rackwright:memory
MemTotal:       33554432 kB
MemFree:        1024 kB
==== rackwright:cpu
processor	: 0
model name	: Intel(R) Xeon(R) Silver 4210
==== rackwright:architecture
x86_64
==== rackwright:name
host1
==== rackwright:product
PowerEdge R640
==== rackwright:disks
{"blockdevices": [{"name":"sda","vendor":"ATA     ","model":"SSD 860","serial":"S1","type":"disk","rm":false},
{"name":"loop0","vendor":null,"model":null,"serial":null,"type":"loop","rm":false},{"name":"sr0","vendor":"x","model":"CD","serial":null,"type":"rom","rm":true}]}
==== rackwright:addresses
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
        +-- 127.0.0.0/31 1 0 0
           |-- 127.0.0.0
              /8 host LOCAL
           |-- 127.0.0.1
              /32 host LOCAL
     +-- 192.0.2.0/24 2 0 2
        +-- 192.0.2.0/30 2 0 2
           |-- 192.0.2.0
              /24 link UNICAST
              /32 host LOCAL
           |-- 192.0.2.2
              /32 host LOCAL
        |-- 192.0.2.255
           /32 link BROADCAST
Local:
  +-- 192.0.2.0/24 2 0 2
     |-- 192.0.2.2
        /32 host LOCAL
     |-- 192.0.2.255
        /32 link BROADCAST
==== rackwright:user
0
==== rackwright:time
1700000001000
==== rackwright:pinned
host_uuid = "7f6e5d4c-3b2a-4190-8877-665544330001"
==== rackwright:firmware
==== rackwright:certificates
none
`

const answer = answerIn(OUTPUT)
const statesOf = (changes: Partial<HostAnswer>, others: HostAnswer[] = [], accelerator: 'kvm' | 'tcg' = 'kvm') =>
  Object.fromEntries(
    checkAnswer(
      { ...answer, ...changes },
      { accelerator, why: 'because' },
      { others, asked: { from: NOW - 500, to: NOW } },
    ).map((each) => [each.name, each.state]),
  )

test('a host is what it says', () => {
  expect(answer).toEqual({
    uuid: '7f6e5d4c-3b2a-4190-8877-665544330001',
    architecture: 'x86_64',
    name: 'host1',
    cpu: 'Intel(R) Xeon(R) Silver 4210',
    cpuModel: 'Skylake-Server-IBRS',
    libvirt: '9.0.0',
    qemu: '7.2.7',
    threads: 16,
    memory: 32 * 2 ** 30,
    product: 'PowerEdge R640',
    disks: [{ vendor: 'ATA', model: 'SSD 860', serial: 'S1', form_factor: 'u2' }],
    addresses: ['192.0.2.0', '192.0.2.2'],
    user: 0,
    qemuUser: { user: 64055, group: 108 },
    time: NOW + 1000,
    isUuidStable: true,
    certificates: 'none',
  })
  const { facts, description, addresses } = factsFrom(answer, 'kvm', ['x86_64'])
  expect(addresses).toEqual(answer.addresses)
  expect(facts).toMatchObject({
    serial: answer.uuid,
    part: 'PowerEdge R640',
    usable_hardware_threads: 16,
    architectures: ['x86_64'],
  })
  expect(facts.usable_physical_ram + description.reserved_memory).toBe(answer.memory)
  expect(factsFrom(answer, 'tcg', ['x86_64']).facts.id).toBe(facts.id)
})

test('a host without libvirt has no identity', () => {
  expect(answerIn('==== rackwright:capabilities\n==== rackwright:version\n==== rackwright:threads\n2\n')).toMatchObject(
    {
      uuid: '',
      threads: 2,
      disks: [],
    },
  )
})

test('a host that fits passes, and each fault is found', () => {
  expect(new Set(Object.values(statesOf({}, [{ ...answer, uuid: 'other' }])))).toEqual(new Set(['ok']))
  expect(statesOf({ qemu: '' }).versions).toBe('failed')
  expect(statesOf({ libvirt: '8.12.1' }).versions).toBe('warning')
  expect(statesOf({ libvirt: '10.0.0' }).versions).toBe('ok')
  expect(statesOf({}, [], 'tcg').kvm).toBe('warning')
  expect(statesOf({}, [{ ...answer, uuid: 'other', architecture: 'aarch64' }]).architecture).toBe('warning')
  expect(statesOf({}, [{ ...answer, uuid: 'other', cpuModel: 'EPYC' }]).cpu).toBe('warning')
  expect(statesOf({}, [{ ...answer, uuid: 'other', cpuModel: 'EPYC' }], 'tcg').cpu).toBe('ok')
  expect(statesOf({ memory: 2 ** 30 }).memory).toBe('failed')
  expect(statesOf({ time: NOW - 60_000 }).clock).toBe('warning')
  expect(statesOf({}, [answer]).identity).toBe('failed')
  expect(statesOf({ isUuidStable: false }).identity).toBe('failed')
  expect(statesOf({ isUuidStable: undefined }).identity).toBe('warning')
})

test('a host that would make memory travel unencrypted although others have certificates is warned about', () => {
  const encrypted = { ...answer, uuid: 'other', certificates: 'all' as const }
  expect(answerIn(OUTPUT.replace('\nnone\n', '\nall\n')).certificates).toBe('all')
  expect(statesOf({ certificates: 'all' }, [{ ...answer, uuid: 'other' }]).certificates).toBe('ok')
  expect(statesOf({ certificates: 'none' }, [{ ...answer, uuid: 'other' }]).certificates).toBe('ok')
  expect(statesOf({ certificates: 'none' }, [encrypted]).certificates).toBe('warning')
  expect(statesOf({ certificates: 'some' }).certificates).toBe('warning')
})

test('a host that takes long to answer has no other time', () => {
  const asked = { from: NOW - 40_000, to: NOW }
  const clockOf = (time: number) =>
    checkAnswer({ ...answer, time }, { accelerator: 'kvm', why: '' }, { others: [], asked }).find(
      ({ name }) => name === 'clock',
    )
  expect(clockOf(NOW - 20_000)).toMatchObject({ state: 'ok' })
  expect(clockOf(NOW - 46_000)).toMatchObject({ state: 'warning', text: expect.stringContaining('6 seconds') })
  expect(clockOf(NOW + 6_000)).toMatchObject({ state: 'warning', text: expect.stringContaining('6 seconds') })
})

test('hosts and this server are reached from a host, or it is warned about', async () => {
  const asked: string[][] = []
  const silent = (...addresses: string[]) => ({
    async run(command: readonly string[]) {
      asked.push(command.slice(4))
      return { code: 0, bytes: new Uint8Array(), output: addresses.map((each) => `${each}\n`).join(''), complaint: '' }
    },
  })
  const others = [{ address: '192.0.2.2' }, { address: '192.0.2.3' }]
  expect(await checkOthers(silent(), others, '192.0.2.1')).toMatchObject({ state: 'ok' })
  expect(asked).toEqual([['192.0.2.2', '192.0.2.3', '192.0.2.1']])
  expect(await checkOthers(silent('192.0.2.1', '192.0.2.3'), others, '192.0.2.1')).toMatchObject({
    state: 'warning',
    text: 'It does not reach 192.0.2.3 and this server (192.0.2.1).',
  })
  expect(await checkOthers(silent(), [], undefined)).toMatchObject({ state: 'ok' })
})

test('every warning and failure has a remedy', () => {
  const bad = { ...answer, qemu: '', memory: 0, time: 0, isUuidStable: false, certificates: 'some' as const }
  const found = checkAnswer(bad, { accelerator: 'tcg', why: 'because' }, { others: [], asked: { from: NOW, to: NOW } })
  for (const { state, remedy } of found) expect(remedy === null).toBe(state === 'ok')
})

test('the best key of a host is taken, and comments are not keys', () => {
  const scanned = `# host:22 SSH-2.0-OpenSSH_9.2p1
host ssh-rsa AAAAB3NzaC1yc2E=
host ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPAFGQg/hi8kSo1J7WrhJKmvPcCCeS3jlb6bPfr35hHj
host unknown-type AAAA
`
  expect(keyIn(scanned)?.key).toBe('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPAFGQg/hi8kSo1J7WrhJKmvPcCCeS3jlb6bPfr35hHj')
  expect(keyIn(scanned)?.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(keyIn('# nothing\n')).toBeUndefined()
})

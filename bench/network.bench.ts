// VPCs on OVN beside `ovn-nbctl --wait=hv` alone, in the same run: how long until a rule is in force on both hosts, alone and among 100
// VPCs with 2,000 interfaces, and what writing all of them takes. OVN runs in namespaces of its own.
import { openOn, plug, TestVpc } from '#drivers/ovn/testing-vpc.ts'
import { whyNoOvn } from '#drivers/ovn/testing/namespace.ts'
import { startRig, type Rig } from '#drivers/ovn/testing/rig.ts'
import type { Network } from '#drivers/network.ts'
import { median, report } from './table.ts'

const ROUNDS = 15
const VPCS = 100
const INTERFACES = 20
/** As the control plane's loop. */
const MAX_CONCURRENT_CALLS = 8
const [FIRST_HOST, SECOND_HOST] = ['host-1', 'host-2']

function vpcOf(n: number): TestVpc {
  const vpc = new TestVpc(n)
  for (let i = 0; i < INTERFACES; i++) vpc.external('snat', `203.0.113.${n + 1}`, vpc.machine(`m${i}`, 5 + i))
  return vpc
}

interface Costs {
  /** Milliseconds until it is in force. */
  ours: number
  alone: number
  /** Milliseconds of processor time of this process. */
  cpu: number
}

/** One rule changed again and again, by us and by OVN's own tool, in turns. */
async function ruleCosts(rig: Rig, network: Network, vpc: TestVpc): Promise<Costs> {
  const [ours, alone, cpu]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const rules = vpc.network.rules.map((rule) => ({
      ...rule,
      ports: [String(1000 + round)],
      protocols: ['TCP' as const],
    }))
    const wanted = vpc.change({ rules })
    const used = process.cpuUsage()
    ours.push(await timed(() => network.apply(wanted)))
    const { user, system } = process.cpuUsage(used)
    cpu.push((user + system) / 1000)
    const match = `ip4 && tcp.dst == ${1000 + round}`
    alone.push(
      await timed(() => rig.nbctl('--wait=hv', '--may-exist', 'acl-add', 'alone', 'to-lport', '10', match, 'allow')),
    )
  }
  return { ours: median(ours), alone: median(alone), cpu: median(cpu) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function applyAll(network: Network, vpcs: readonly TestVpc[]): Promise<void> {
  const left = [...vpcs]
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) await network.apply(one.network)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, worker))
}

const problem = whyNoOvn()
if (problem) process.stdout.write(`\nReal networks were not measured: ${problem}\n`)
else {
  const rig = await startRig([FIRST_HOST, SECOND_HOST])
  const network = await openOn(rig)
  try {
    await rig.nbctl('ls-add', 'alone')
    const vpc = vpcOf(0)
    await network.apply(vpc.network)
    const [one, other] = vpc.network.interfaces
    await plug(rig, FIRST_HOST, one!)
    await plug(rig, SECOND_HOST, other!)
    const small = await ruleCosts(rig, network, vpc)
    const vpcs = Array.from({ length: VPCS }, (_, n) => vpcOf(n + 1))
    const fromNothing = await timed(() => applyAll(network, vpcs))
    const again = await timed(() => applyAll(network, vpcs))
    const large = await ruleCosts(rig, network, vpc)
    report('Networks on OVN, beside ovn-nbctl alone', [
      { what: 'ovn-nbctl alone: a rule in force on two hosts', measured: small.alone, unit: ' ms' },
      { what: 'through the driver, more than that', measured: small.ours - small.alone, atMost: 150, unit: ' ms' },
      {
        what: `${VPCS} VPCs with ${VPCS * INTERFACES} interfaces, from nothing`,
        measured: fromNothing / 1000,
        unit: ' s',
      },
      { what: 'the same again, when nothing has changed', measured: again / 1000, unit: ' s' },
      { what: 'ovn-nbctl alone among them: a rule in force', measured: large.alone, unit: ' ms' },
      { what: 'through the driver, more than that', measured: large.ours - large.alone, atMost: 150, unit: ' ms' },
      { what: 'processor time of the driver, relative to one VPC', measured: large.cpu / small.cpu, atMost: 2 },
    ])
  } finally {
    await network.close()
    await rig.remove()
  }
}

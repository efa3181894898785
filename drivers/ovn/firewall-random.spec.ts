// The rules as the control plane evaluates them, and as OVN would execute what we write: for random policies, both say the same.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidingRule, isAllowed, type Peer } from '#control/network/reachability/firewall.ts'
import { firewallRows } from './firewall.ts'
import { portKey } from './row.ts'
import { makeAclModel } from './testing/acl-model.ts'
import { OUTSIDE, policies, traffic, VPC_NETWORK, withPolicy } from './testing/policies.ts'

const RUNS = 10_000
const { interfaces } = VPC_NETWORK
const anInterface = fc.constantFrom(...interfaces)
const peers: fc.Arbitrary<Peer & { ip: string }> = fc.oneof(
  anInterface.map((one) => ({ interface: one, ip: one.ip })),
  fc.constantFrom(...OUTSIDE).map((ip) => ({ ip })),
)
const connections = fc.array(
  fc.record({
    at: anInterface,
    peer: peers,
    direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    traffic,
  }),
  { minLength: 6, maxLength: 6 },
)

test('the ACLs decide as the rules do, for 10,000 random policies', () => {
  const counts = { allowed: 0, denied: 0 }
  fc.assert(
    fc.property(policies, fc.subarray([...interfaces], { minLength: 1 }), connections, (policy, present, asked) => {
      const { topology, vpc } = withPolicy({ ...VPC_NETWORK, interfaces: present }, policy)
      const model = makeAclModel(firewallRows(vpc))
      // compared at once: 60,000 calls of expect() take a second
      const expected: boolean[] = []
      const found: boolean[] = []
      for (const { at, peer, direction, traffic } of asked) {
        if (!present.includes(at) || ('interface' in peer && !present.some(({ id }) => id === peer.interface.id)))
          continue
        const connection = { direction, at, peer, ...traffic }
        const isExpected = isAllowed(connection, decidingRule(topology, connection))
        counts[isExpected ? 'allowed' : 'denied'] += 1
        expected.push(isExpected)
        const [src, dst] = direction === 'inbound' ? [peer.ip, at.ip] : [at.ip, peer.ip]
        const way = direction === 'inbound' ? 'to-lport' : 'from-lport'
        found.push(model.passes(way, portKey(at.id), { src, dst, ...traffic }))
      }
      expect(found).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
  // a generator that only makes policies with one answer would prove nothing
  expect(Math.min(counts.allowed, counts.denied)).toBeGreaterThan(RUNS / 2)
})

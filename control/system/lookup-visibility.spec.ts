// Everyone finds exactly what they can view: for every kind and every actor of authz.table.txt, lookup is compared with the operation
// that shows the thing itself.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LookupKind } from '#contract/lookup.ts'
import type { OperationId } from '#contract/operations.ts'
import { cases } from '../testing/authz-cases.ts'
import { actors, type ActorName } from '../testing/authz-rules.ts'
import { makeUser, must, prepare, send, type Call, type Prepared } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'

type Kind = (typeof LookupKind.options)[number]

/** The operation that shows one, or lists them where none does; and whose case makes one, if another. */
const VIEWS: Record<Kind, readonly [OperationId, OperationId?]> = {
  project: ['project_view'],
  instance: ['instance_view'],
  disk: ['disk_view'],
  snapshot: ['snapshot_view'],
  image: ['image_view', 'image_content_download'],
  floating_ip: ['floating_ip_view'],
  vpc: ['vpc_view'],
  vpc_subnet: ['vpc_subnet_view'],
  vpc_router: ['vpc_router_view'],
  vpc_router_route: ['vpc_router_route_view'],
  firewall_rule: ['vpc_firewall_rules_view'],
  internet_gateway: ['internet_gateway_view'],
  affinity_group: ['affinity_group_view'],
  anti_affinity_group: ['anti_affinity_group_view'],
  probe: ['probe_view'],
  silo_image: ['image_view'],
  user: ['user_view'],
  group: ['group_view'],
  ssh_key: ['current_user_ssh_key_view'],
  silo: ['silo_view'],
  certificate: ['silo_certificate_list', 'silo_certificate_delete'],
  ip_pool: ['ip_pool_view'],
  sled: ['sled_view'],
  physical_disk: ['physical_disk_view'],
  switch: ['switch_view'],
  rack: ['rack_view'],
  switch_port: ['networking_switch_port_list'],
  switch_port_settings: ['networking_switch_port_settings_view'],
  address_lot: ['networking_address_lot_list', 'networking_address_lot_delete'],
  loopback_address: ['networking_loopback_address_list', 'networking_loopback_address_delete'],
  bgp_config: ['networking_bgp_config_list', 'networking_bgp_config_delete'],
  bgp_announce_set: ['networking_bgp_announce_set_list', 'networking_bgp_announce_set_delete'],
  support_bundle: ['support_bundle_view'],
  alert_receiver: ['alert_receiver_view'],
}

interface Item {
  id: string
  kind: Kind
}

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|([0-9A-F]{2}:){5}[0-9A-F]{2})$/i

/** Every text in a value that is an address. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return ADDRESS.test(value) ? [value] : []
  return typeof value === 'object' && value ? Object.values(value).flatMap(addressesIn) : []
}

function itemsOf(text: string): { id: string }[] {
  type Row = { id: string }
  const body = JSON.parse(text) as Row[] | (Row & { items?: Row[]; rules?: Row[]; settings?: Row })
  return Array.isArray(body) ? body : (body.items ?? body.rules ?? [body.settings ?? body])
}

eachDatabase((_name, open) => {
  describe('lookup finds what its own view shows, to every actor:', () => {
    let w: Prepared
    beforeAll(async () => {
      w = await prepare(await open())
    }, 60_000)
    afterAll(() => w.world.stop())

    /** Someone with a role on a project of the operators' silo, and none on the fleet. */
    async function memberOf(project: string) {
      const { id, person } = await makeUser(w.world, 'recovery', w.fresh('member'))
      const path = `/v1/projects/${project}/policy`
      const { role_assignments } = (await w.operator.raw('GET', path)).body as { role_assignments: object[] }
      const role = { identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }
      await must(w.operator, 'PUT', path, { role_assignments: [...role_assignments, role] })
      return person
    }

    async function callOf(kind: Kind): Promise<Call> {
      const [view, maker = view] = VIEWS[kind]
      const made = await cases[maker]!.make?.(w)
      const call = await cases[maker]!.call(w, made)
      if (kind === 'probe') call.as = { ...call.as, 'project viewer': await memberOf(call.query!.project!) }
      return maker === view ? call : { ...(call.path && { path: call.path }), ...(call.as && { as: call.as }) }
    }

    /** What the view showed to this actor. */
    async function seenBy(actor: ActorName, kind: Kind, call: Call): Promise<{ id: string }[]> {
      const { status, text } = await send(w.world, call.as?.[actor] ?? w.people[actor], VIEWS[kind][0], call, false)
      return status === 200 ? itemsOf(text) : []
    }

    async function foundBy(actor: ActorName, kind: Kind, call: Call, text: string): Promise<string[]> {
      const person = call.as?.[actor] ?? w.people[actor]
      const sent = await send(w.world, person, 'lookup_list', { query: { text } }, false)
      if (sent.status === 401) return []
      const { items } = JSON.parse(sent.text) as { items: Item[] }
      return items.filter((item) => item.kind === kind).map(({ id }) => id)
    }

    test.each(LookupKind.options)('%s', async (kind) => {
      const call = await callOf(kind)
      const seen = new Map<ActorName, { id: string }[]>()
      for (const actor of actors) seen.set(actor, await seenBy(actor, kind, call))
      const shown = [...seen.values()].flat()
      const targets = new Set(shown.map(({ id }) => id))
      expect(targets.size, 'nobody can view it').toBeGreaterThan(0)
      const addresses = new Set(shown.flatMap(addressesIn))
      for (const actor of actors) {
        const visible = seen.get(actor)!.map(({ id }) => id)
        for (const id of targets) {
          const found = await foundBy(actor, kind, call, id)
          expect([actor, id, found.includes(id)]).toEqual([actor, id, visible.includes(id)])
        }
        for (const address of addresses) {
          const found = await foundBy(actor, kind, call, address)
          const hidden = found.filter((id) => targets.has(id) && !visible.includes(id))
          expect([actor, address, hidden]).toEqual([actor, address, []])
        }
      }
    })
  })
})

// Authorization test cases for IP pools.
import type { ipPool as operations } from '#contract/ip-pool.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, inOwnSilo, onFleet, special } from '../authz-rules.ts'
import { makeSilo, must, type Named, type Prepared } from '../authz-world.ts'
import { atSilo } from './silo.ts'

const pools = '/v1/system/ip-pools'
export const makePool = (w: Prepared): Promise<Named> =>
  must(w.operator, 'POST', pools, { name: w.fresh('pool'), description: '' })

/** Ranges must not overlap, not even across pools. */
function freshRange(w: Prepared) {
  const n = Number(w.fresh('range').slice('range-'.length))
  const only = `10.220.${n >> 8}.${n & 255}`
  return { first: only, last: only }
}

async function withRange(w: Prepared) {
  const pool = await makePool(w)
  const range = freshRange(w)
  await must(w.operator, 'POST', `${pools}/${pool.id}/ranges/add`, range)
  return { pool, range }
}

async function linked(w: Prepared): Promise<Named> {
  const pool = await makePool(w)
  await must(w.operator, 'POST', `${pools}/${pool.id}/silos`, { silo: w.silo.id, is_default: false })
  return pool
}

/** Linked to its own silo, so that the default of `w.silo` stays unchanged. */
async function linkedElsewhere(w: Prepared) {
  const pool = await makePool(w)
  const silo = await makeSilo(w.operator, w.fresh('silo'))
  await must(w.operator, 'POST', `${pools}/${pool.id}/silos`, { silo: silo.id, is_default: false })
  return { pool, silo }
}

async function serviceRange(w: Prepared) {
  const range = freshRange(w)
  await must(w.operator, 'POST', '/v1/system/ip-pools-service/ranges/add', range)
  return range
}

const hidden = (pool: Named) => `ip-pool with id "${pool.id}"`
export const at = (_: Prepared, pool: Named) => ({ path: { pool: pool.id }, hidden: hidden(pool) })
const service = { hidden: 'ip-pool with name "service-pool"' }

const isMember = (s: { member?: true }) => s.member === true
const ofLinkedSilo = special('member of a linked silo', isMember, isMember)
const seesSilo = (s: { member?: true; fleet?: string }) => isMember(s) || s.fleet !== undefined
const listsSilo = special(
  'silo viewer or fleet viewer',
  (s) => (isMember(s) && s.silo !== undefined) || s.fleet !== undefined,
  seesSilo,
)

export const ipPool: Cases<keyof typeof operations> = {
  project_ip_pool_list: row({ rule: inOwnSilo('viewer'), call: () => ({}) }),
  project_ip_pool_view: row({ rule: ofLinkedSilo, make: linked, call: at }),
  silo_ip_pool_list: row({ rule: listsSilo, call: (w) => atSilo(w.silo) }),
  ip_pool_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  ip_pool_create: row({
    rule: onFleet('admin'),
    call: (w) => ({ body: { name: w.fresh('pool'), description: '' } }),
  }),
  ip_pool_view: row({ rule: fleetThing('viewer'), make: makePool, call: at }),
  ip_pool_update: row({
    rule: fleetThing('admin'),
    make: makePool,
    call: (w, pool) => ({ ...at(w, pool), body: { name: w.fresh('pool') } }),
  }),
  ip_pool_delete: row({ rule: fleetThing('admin'), make: makePool, call: at }),
  ip_pool_utilization_view: row({ rule: fleetThing('viewer'), make: makePool, call: at }),
  ip_pool_range_list: row({ rule: fleetThing('viewer'), make: makePool, call: at }),
  ip_pool_range_add: row({
    rule: fleetThing('admin'),
    make: makePool,
    call: (w, pool) => ({ ...at(w, pool), body: freshRange(w) }),
  }),
  ip_pool_range_remove: row({
    rule: fleetThing('admin'),
    make: withRange,
    call: (w, { pool, range }) => ({ ...at(w, pool), body: range }),
  }),
  ip_pool_service_view: row({ rule: fleetThing('viewer'), call: () => service }),
  ip_pool_service_range_list: row({ rule: fleetThing('viewer'), call: () => service }),
  ip_pool_service_range_add: row({
    rule: fleetThing('admin'),
    call: (w) => ({ ...service, body: freshRange(w) }),
  }),
  ip_pool_service_range_remove: row({
    rule: fleetThing('admin'),
    make: serviceRange,
    call: (_, range) => ({ ...service, body: range }),
  }),
  ip_pool_silo_list: row({ rule: fleetThing('viewer'), make: makePool, call: at }),
  ip_pool_silo_link: row({
    rule: fleetThing('admin'),
    make: makePool,
    call: (w, pool) => ({ ...at(w, pool), body: { silo: w.silo.name, is_default: false } }),
  }),
  ip_pool_silo_update: row({
    rule: fleetThing('admin'),
    make: linkedElsewhere,
    call: (_, { pool, silo }) => ({
      path: { pool: pool.id, silo: silo.id },
      body: { is_default: true },
      hidden: hidden(pool),
    }),
  }),
  ip_pool_silo_unlink: row({
    rule: fleetThing('admin'),
    make: linkedElsewhere,
    call: (_, { pool, silo }) => ({ path: { pool: pool.id, silo: silo.id }, hidden: hidden(pool) }),
  }),
}

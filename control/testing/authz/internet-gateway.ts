// Authorization test cases for internet gateways.
import type { internetGateway as operations } from '#contract/internet-gateway.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { defaultVpc, inVpc, naming } from './vpc.ts'

const makeGateway = async (w: Prepared): Promise<Named> =>
  must(w.owner, 'POST', `/v1/internet-gateways?vpc=${(await defaultVpc(w)).id}`, naming(w))

/** A gateway, and a pool linked to the silo. */
async function makeBoth(w: Prepared) {
  const pool = await must(w.operator, 'POST', '/v1/system/ip-pools', naming(w))
  await must(w.operator, 'POST', `/v1/system/ip-pools/${pool.id}/silos`, { silo: w.silo.name, is_default: false })
  return { gateway: await makeGateway(w), pool }
}

async function makePool(w: Prepared): Promise<Named> {
  const { gateway, pool } = await makeBoth(w)
  const body = { ...naming(w), ip_pool: pool.id }
  return must(w.owner, 'POST', `/v1/internet-gateway-ip-pools?gateway=${gateway.id}`, body)
}

async function makeAddress(w: Prepared): Promise<Named> {
  const body = { ...naming(w), address: '203.0.113.7' }
  return must(w.owner, 'POST', `/v1/internet-gateway-ip-addresses?gateway=${(await makeGateway(w)).id}`, body)
}

const hidden = (gateway: Named) => `internet-gateway with id "${gateway.id}"`
const at = (gateway: Named) => ({ path: { gateway: gateway.id }, hidden: hidden(gateway) })
const inGateway = (gateway: Named) => ({ query: { gateway: gateway.id }, hidden: hidden(gateway) })

export const internetGateway: Cases<keyof typeof operations> = {
  internet_gateway_list: row({ rule: inProject('viewer'), make: defaultVpc, call: (_, vpc) => inVpc(vpc) }),
  internet_gateway_create: row({
    rule: inProject('collaborator'),
    make: defaultVpc,
    call: (w, vpc) => ({ ...inVpc(vpc), body: naming(w) }),
  }),
  internet_gateway_view: row({ rule: inProject('viewer'), make: makeGateway, call: (_, made) => at(made) }),
  internet_gateway_delete: row({ rule: inProject('collaborator'), make: makeGateway, call: (_, made) => at(made) }),
  internet_gateway_ip_pool_list: row({
    rule: inProject('viewer'),
    make: makeGateway,
    call: (_, made) => inGateway(made),
  }),
  internet_gateway_ip_pool_create: row({
    rule: inProject('collaborator'),
    make: makeBoth,
    call: (w, { gateway, pool }) => ({ ...inGateway(gateway), body: { ...naming(w), ip_pool: pool.name } }),
  }),
  internet_gateway_ip_pool_delete: row({
    rule: inProject('collaborator'),
    make: makePool,
    call: (_, { id }) => ({ path: { pool: id }, hidden: `internet-gateway-ip-pool with id "${id}"` }),
  }),
  internet_gateway_ip_address_list: row({
    rule: inProject('viewer'),
    make: makeGateway,
    call: (_, made) => inGateway(made),
  }),
  internet_gateway_ip_address_create: row({
    rule: inProject('collaborator'),
    make: makeGateway,
    call: (w, made) => ({ ...inGateway(made), body: { ...naming(w), address: '203.0.113.8' } }),
  }),
  internet_gateway_ip_address_delete: row({
    rule: inProject('collaborator'),
    make: makeAddress,
    call: (_, { id }) => ({ path: { address: id }, hidden: `internet-gateway-ip-address with id "${id}"` }),
  }),
}

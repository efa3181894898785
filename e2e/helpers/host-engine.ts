// Canned answers of a server whose rack takes hosts, which needs SSH and libvirt. What becomes of the sled can be real.
import type { Page } from '@playwright/test'

export const HOST_ID = '40570000-0000-4000-8000-000000000001'
export const FINGERPRINT = `SHA256:${'A'.repeat(43)}`
export const SERIAL = '4c4c4544-0042-3510-8054-b7c04f4d3232'

const failed = { name: 'volumes', state: 'failed', text: 'The volumes are not there.', remedy: 'Mount them.' }
const fine = { name: 'kvm', state: 'ok', text: 'Machines use KVM.', remedy: null }

/** A sled that waits to be added. */
export interface Spare {
  part: string
  serial: string
}

/** The rack knows one host once it is added. With a spare sled of this rack, that becomes its sled and runs instances. */
export async function withEngine(page: Page, spare?: Spare) {
  const host = {
    id: HOST_ID,
    address: '192.0.2.12',
    port: 22,
    user: 'rackwright',
    state: '',
    fingerprint: FINGERPRINT,
    checks: [] as object[],
    sled_id: null as string | null,
    serial: null as string | null,
  }
  const sent: string[] = []
  const setup = {
    from: [],
    network_database: null,
    sha256: 'a'.repeat(64),
    public_key: 'ssh-ed25519 AAAAC3Nza',
    user: 'rackwright',
    needs_network: false,
  }
  await page.route('**/rackwright/platform', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), takes_hosts: true } })
  })
  await page.route('**/rackwright/host-setup', (route) => route.fulfill({ json: setup }))
  await page.route('**/v1/system/hardware/sleds-uninitialized*', (route) => {
    if (spare) return route.fallback()
    return route.fulfill({
      json: {
        items: [{ baseboard: { part: 'Debian', serial: SERIAL, revision: 0 }, cubby: 1, rack_id: HOST_ID }],
        next_page: null,
      },
    })
  })
  await page.route('**/v1/system/hardware/sleds', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(`add ${String(route.request().postDataJSON().serial)}`)
    Object.assign(host, { state: 'in_service' })
    if (spare) {
      const response = await route.fetch()
      const { id } = (await response.json()) as { id: string }
      host.sled_id = id
      return route.fulfill({ response })
    }
    return route.fulfill({ status: 201, json: { id: HOST_ID } })
  })
  await page.route('**/rackwright/hosts**', async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    const method = request.method()
    if (method === 'POST' && path.endsWith('/hosts')) {
      sent.push(`create ${String(request.postDataJSON().address)}`)
      host.state = 'waiting'
      return route.fulfill({ status: 201, json: host })
    }
    if (path.endsWith('/trust')) {
      sent.push(`trust ${String(request.postDataJSON().fingerprint)}`)
      Object.assign(host, { state: 'unfit', checks: [fine, failed], sled_id: HOST_ID, serial: spare?.serial ?? SERIAL })
      return route.fulfill({ status: 202, json: host })
    }
    if (path.endsWith('/check')) {
      sent.push('check')
      Object.assign(host, { state: 'ready', checks: [fine] })
      return route.fulfill({ status: 202, json: host })
    }
    if (path.endsWith(HOST_ID)) return route.fulfill({ json: host })
    return route.fulfill({ json: { items: host.state ? [host] : [], next_page: null } })
  })
  return { host, sent }
}

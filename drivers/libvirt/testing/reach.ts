// What a guest tries in order to reach addresses, from inside. Not for production code.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Namespace } from '../../ovn/testing/namespace.ts'

/** What the name servers of a test have for every name. */
export const WEB_IP = '203.0.113.80'
/** Where the services of a test listen. */
export const PORT = 8080
const WAYS = ['TCP', 'UDP', 'ping'] as const

/** Every address of a host, of what `ip address` lists there. Those of its links are asked for on the guest's own link. */
export function addressesIn(listed: string): string[] {
  const found = [...listed.matchAll(/inet6? ([\da-f.:]+)/g)].map(([, address = '']) => address)
  return [...new Set(found.map((address) => (address.startsWith('fe80:') ? `${address}%eth0` : address)))]
}

/** A script that prints a line for each address and way to ask it. All are asked at once, because silence takes seconds. */
export const probe = (addresses: readonly string[], gateway: string) => `#!/bin/sh
# as a hostile guest would: loopback addresses are sent to the gateway, and those of IPv6 to whoever answers
ip address flush dev lo
echo 1 > /proc/sys/net/ipv4/conf/eth0/route_localnet
ip route add 127.0.0.0/8 via ${gateway}
ip -6 route add default dev eth0
lookup() { timeout 6 nslookup -type=a web.example $1 2>/dev/null | grep -o '${WEB_IP}'; }
try() {
  echo "$1 TCP [$(timeout 6 nc -w 4 $1 ${PORT} </dev/null 2>/dev/null)]"
  echo "$1 UDP [$(lookup $1)]"
  ping -c 2 -W 2 $1 >/dev/null 2>&1 && echo "$1 ping [answers]" || echo "$1 ping []"
}
for address in ${addresses.join(' ')}; do try $address & done
wait
echo "name [$(lookup)]"
`

/** Which of the addresses answered, by way, according to what the guest printed. Fails if a line is missing. */
export function answersIn(output: string, addresses: readonly string[]): Record<(typeof WAYS)[number], string[]> {
  const answered = (way: string) =>
    addresses.filter((address) => {
      const [, answer] = new RegExp(`^${address.replaceAll('.', '\\.')} ${way} \\[(.*)\\]\\r?$`, 'm').exec(output) ?? []
      if (answer === undefined) throw new Error(`the guest says nothing of ${address} by ${way}`)
      return answer !== ''
    })
  return { TCP: answered('TCP'), UDP: answered('UDP'), ping: answered('ping') }
}

/** Starts a name server in a namespace. It ends with it. */
export async function serveNames(spawned: Namespace['spawn']): Promise<ChildProcess> {
  const server = spawned(process.execPath, join(import.meta.dirname, 'name-server.mjs'), WEB_IP)
  await new Promise((resolve) => server.stdout!.once('data', resolve))
  return server
}

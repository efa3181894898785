// The network of a machine until there are real ones: each interface is alone in a network of its QEMU process, with its promised
// address and a way out. Port 22 of the first one is forwarded to a port of the host's loopback address.
import { createServer } from 'node:net'
import type { MachineNic } from '../machines.ts'
import { LOOPBACK } from './record.ts'

const toNumber = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toText = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')

const firstOf = ({ ip, prefix }: Pick<MachineNic, 'ip' | 'prefix'>) => {
  const size = 2 ** (32 - prefix)
  return Math.floor(toNumber(ip) / size) * size
}

/** QEMU resolves names at an address of its own, which may be neither the gateway's nor the guest's. */
export function resolverIn(nic: Pick<MachineNic, 'ip' | 'prefix' | 'gateway'>): string {
  const first = firstOf(nic)
  const free = [2, 3, 4].map((n) => toText(first + n)).find((address) => address !== nic.ip && address !== nic.gateway)
  return free!
}

/** Arguments of QEMU. libvirt's own user-mode interface forwards no ports. */
export function networkArguments(nics: readonly MachineNic[], ssh_port: number | undefined): string[] {
  return nics.flatMap((nic, n) => {
    const forward = n === 0 && ssh_port !== undefined ? [`hostfwd=tcp:${LOOPBACK}:${ssh_port}-${nic.ip}:22`] : []
    const backend = [
      'user',
      `id=nic${n}`,
      `net=${toText(firstOf(nic))}/${nic.prefix}`,
      `host=${nic.gateway}`,
      `dns=${resolverIn(nic)}`,
      `dhcpstart=${nic.ip}`,
      ...forward,
    ]
    // slots from 0x10 on are ours: libvirt fills the bus from its start. Without a ROM, because nothing boots from these networks
    const device = `virtio-net-pci,netdev=nic${n},mac=${nic.mac},addr=0x${(0x10 + n).toString(16)},romfile=`
    return ['-netdev', backend.join(','), '-device', device]
  })
}

/** A port of the loopback address that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, LOOPBACK, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

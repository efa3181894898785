// The interfaces of a machine without OVN, as arguments of QEMU.
import type { MachineNic } from '../machines.ts'

/** Without a socket the guest has an interface whose cable leads nowhere. */
export function networkArguments(nics: readonly MachineNic[], sockets: readonly string[]): string[] {
  return nics.flatMap(({ mac }, n) => {
    const socket = sockets[n]
    const backend = [
      'stream',
      `id=nic${n}`,
      'server=off',
      'addr.type=unix',
      `addr.path=${socket?.replaceAll(',', ',,')}`,
    ]
    // slots from 0x10 on are ours: libvirt fills the bus from its start. Without a ROM, because nothing boots from these networks
    const device = ['virtio-net-pci', `mac=${mac}`, `addr=0x${(0x10 + n).toString(16)}`, 'romfile=']
    return socket === undefined
      ? ['-device', device.join(',')]
      : ['-netdev', backend.join(','), '-device', [...device, `netdev=nic${n}`].join(',')]
  })
}

// The network of a machine on OVN: each interface is a port of the host's integration bridge, where OVN recognizes it by its id.
import type { MachineNic } from '../machines.ts'

/** As ovn-controller calls it unless it is told otherwise. */
const BRIDGE = 'br-int'

/** The guest computes the checksums of its packets itself, and verifies those of others. */
const NO_OFFLOAD = '<driver><host csum="off"/><guest csum="off"/></driver>'

/** The number is undefined while the machine runs: then libvirt finds a port that a device can be plugged into. */
export function bridgedInterface({ id, mac, mtu }: MachineNic, n: number | undefined, isInUserSpace: boolean): string {
  // the same slots as in user mode, so that the guest calls it by the same name
  const slot = n !== undefined && `0x${(0x10 + n).toString(16)}`
  return `<interface type="bridge">
      <mac address="${mac}"/><source bridge="${BRIDGE}"/>
      <virtualport type="openvswitch"><parameters interfaceid="${id}"/></virtualport>
      <model type="virtio"/>${isInUserSpace ? NO_OFFLOAD : ''}<mtu size="${mtu}"/><rom enabled="no"/>
      ${slot ? `<address type="pci" domain="0x0000" bus="0x00" slot="${slot}" function="0x0"/>` : ''}
    </interface>`
}

/** The ids of a machine's interfaces, in the order in which libvirt counts their traffic. Empty in user mode. */
export const bridgedInterfaces = (xml: string): string[] =>
  [...xml.matchAll(/<parameters interfaceid=['"]([0-9a-f-]+)['"]/g)].map(([, id = '']) => id)

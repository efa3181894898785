// The fabric of a rack without switches: there is nothing to configure, and nothing to see.
import type { Fabric } from '../fabric.ts'

export const noFabric: Fabric = {
  configure: async () => undefined,
  links: async () => [],
  lldpNeighbors: async () => [],
  bgpSessions: async () => [],
  bfdSessions: async () => [],
}

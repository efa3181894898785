// The hardware of all racks, sorted by rack, from the queries of rack-queries.ts.
import { useData } from '../../use-api.ts'
import { first1000SledLoads, first1000Sleds, first1000WaitingSleds } from '../sled/sled-queries.ts'
import { first1000Switches } from '../switch/switch-queries.ts'
import type { Hardware } from './rack-layout.ts'
import { notInService } from '../sled/waiting-sleds.ts'
import { first1000Racks } from './rack-queries.ts'

/** Operators get no events from other silos' projects, so the load is polled. */
const LOAD_POLL_MS = 10_000

export function useRacks(): { id: string; hardware: Hardware }[] {
  const racks = useData(first1000Racks()).items
  const sleds = useData(first1000Sleds()).items
  const loads = useData(first1000SledLoads(), { poll: LOAD_POLL_MS }).items
  const waiting = useData(first1000WaitingSleds()).items
  const switches = useData(first1000Switches()).items
  return racks.map(({ id }) => {
    const here = ({ rackId }: { rackId: string }) => rackId === id
    return {
      id,
      hardware: {
        loads,
        sleds: sleds.filter(here),
        waiting: notInService(waiting.filter(here), sleds),
        switches: switches.filter(here),
      },
    }
  })
}

// What is in a rack, from the queries of rack-queries.ts.
import { useLoad } from '../../use-api.ts'
import {
  first1000SledLoads,
  first1000Sleds,
  first1000WaitingSleds,
  loadsIn,
  notInService,
} from '../sled/sled-queries.ts'
import { first1000Switches } from '../switch/switch-queries.ts'
import type { Hardware } from './rack-layout.ts'

/** Operators get no events from other silos' projects, so the load is polled. */
const LOAD_POLL_MS = 10_000

/** Without hardware or error, it is still loading. */
export function useHardware(rack: string): { hardware?: Hardware; error: unknown } {
  const sleds = useLoad(first1000Sleds(), { optional: true })
  const loads = useLoad(first1000SledLoads(), { optional: true, poll: LOAD_POLL_MS })
  const waiting = useLoad(first1000WaitingSleds(), { optional: true })
  const switches = useLoad(first1000Switches(), { optional: true })
  const here = ({ rackId }: { rackId: string }) => rackId === rack
  if (!sleds.data || !loads.data || !waiting.data || !switches.data)
    return { error: sleds.error ?? loads.error ?? waiting.error ?? switches.error }
  const { items } = sleds.data
  return {
    error: null,
    hardware: {
      loads: loadsIn(loads.data),
      sleds: items.filter(here),
      waiting: notInService(waiting.data.items.filter(here), items),
      switches: switches.data.items.filter(here),
    },
  }
}

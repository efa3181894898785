// Names of a sled's policies, and its load in words.
import { gibText } from '../../util/format.ts'
import type { Sled, SledLoad } from './sled-queries.ts'

interface SledState {
  tone: 'success' | 'notice' | 'danger' | 'neutral'
  text: string
}

type Facts = Partial<Pick<SledLoad, 'unreachable' | 'timeClosed'>>

/** A sled that is amber or red is also an issue. One that never accepted instances is neither. */
export function provisionState({ policy, state }: Sled, load: Facts | undefined): SledState {
  if (policy.kind === 'expunged') return { tone: state === 'active' ? 'notice' : 'neutral', text: 'expunged' }
  if (policy.provisionPolicy === 'provisionable') return { tone: 'success', text: 'provisionable' }
  return { tone: load?.timeClosed ? 'notice' : 'neutral', text: 'not provisionable' }
}

export const stateOf = (sled: Sled, load: Facts | undefined): SledState =>
  load?.unreachable ? { tone: 'danger', text: 'unreachable' } : provisionState(sled, load)

export const kindText = ({ policy }: Sled) => (policy.kind === 'in_service' ? 'in service' : 'expunged')

export const threadsText = ({ usableHardwareThreads }: Sled, load: SledLoad | undefined) =>
  `${load?.cpus ?? 0} of ${usableHardwareThreads} threads`
export const memoryText = ({ usablePhysicalRam }: Sled, load: SledLoad | undefined) =>
  `${gibText(load?.memory ?? 0)} of ${gibText(usablePhysicalRam)}`

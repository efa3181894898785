// Names of a sled's policies, and its load in words.
import { ARCHITECTURE_NAMES, type Architecture } from '#contract/architecture-names.ts'
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

type Usable = { usableCpus?: number | undefined } | undefined

/** Which guests a host runs, and how. */
export function guestsText({ architectures, host }: Pick<SledLoad, 'architectures' | 'host'>): string {
  const isFast = (each: Architecture) => host?.accelerator === 'kvm' && each === host.architecture
  const names = (architectures ?? []).map((each) => `${ARCHITECTURE_NAMES[each]}${isFast(each) ? '' : ' (emulated)'}`)
  return names.join(', ') || 'None: install an emulator'
}

/** What instances can have in total. Other hosts give out each thread once. */
export const usableCpus = ({ usableHardwareThreads }: Sled, load: Usable) => load?.usableCpus ?? usableHardwareThreads

/** The unit of that: threads are only threads while each is given out once. */
export const cpuUnit = (sled: Sled, load: Usable) =>
  usableCpus(sled, load) === sled.usableHardwareThreads ? 'threads' : 'vCPUs'

export const threadsText = (sled: Sled, load: SledLoad | undefined) =>
  `${load?.cpus ?? 0} of ${usableCpus(sled, load)} ${cpuUnit(sled, load)}`
export const memoryText = ({ usablePhysicalRam }: Sled, load: SledLoad | undefined) =>
  `${gibText(load?.memory ?? 0)} of ${gibText(usablePhysicalRam)}`

// Names of a sled's policies, and its load in words.
import { bytesText } from '../../util/format.ts'
import type { Sled, SledLoad } from './sled-queries.ts'

export const stateOf = ({ policy }: Sled): { tone: 'success' | 'notice'; text: string } =>
  policy.kind === 'in_service' && policy.provisionPolicy === 'provisionable'
    ? { tone: 'success', text: 'provisionable' }
    : { tone: 'notice', text: policy.kind === 'expunged' ? 'expunged' : 'not provisionable' }

export const kindText = ({ policy }: Sled) => (policy.kind === 'in_service' ? 'in service' : 'expunged')

export const threadsText = ({ usableHardwareThreads }: Sled, load: SledLoad | undefined) =>
  `${load?.cpus ?? 0} of ${usableHardwareThreads} threads`
export const memoryText = ({ usablePhysicalRam }: Sled, load: SledLoad | undefined) =>
  `${bytesText(load?.memory ?? 0)} of ${bytesText(usablePhysicalRam)}`

// A sled's policy in words.
import type { Sled } from '../rack/rack-layout.ts'

export const stateOf = ({ policy }: Sled): { tone: 'success' | 'notice'; text: string } =>
  policy.kind === 'in_service' && policy.provisionPolicy === 'provisionable'
    ? { tone: 'success', text: 'provisionable' }
    : { tone: 'notice', text: policy.kind === 'expunged' ? 'expunged' : 'not provisionable' }

export const kindText = ({ policy }: Sled) => (policy.kind === 'in_service' ? 'in service' : 'expunged')

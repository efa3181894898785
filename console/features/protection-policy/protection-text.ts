// Coverage and backup targets of protection policies in words.
import type { Model } from '#contract/client.ts'
import { counted } from '../../util/count.ts'

export type ProtectionPolicy = Model<'ProtectionPolicy'>

export function coversText(covers: ProtectionPolicy['covers']): string {
  switch (covers.kind) {
    case 'all':
      return 'Everything'
    case 'name':
      return `Names like ${covers.pattern}`
    case 'label':
      return `Label ${covers.label}`
    case 'chosen':
      return [
        covers.instances.length > 0 && counted(covers.instances.length, 'instance'),
        covers.disks.length > 0 && counted(covers.disks.length, 'disk'),
      ]
        .filter(Boolean)
        .join(', ')
  }
}

/** Targets to choose from. One that the silo has lost is named, so that it can be replaced or taken away. */
export const targetItems = (targets: readonly { id: string; name: string }[], current: string | null) => [
  { value: '', label: 'None' },
  ...(current !== null && !targets.some(({ id }) => id === current)
    ? [{ value: current, label: 'A target this silo no longer has' }]
    : []),
  ...targets.map(({ id, name }) => ({ value: id, label: name })),
]

// Names and states of a rack's parts in words, because the drawing must not rely on color alone.
import { stateOf } from '../sled/sled-names.ts'
import { highlightedPart, shareOf, type Highlight, type Slot } from './rack-layout.ts'

export const instancesText = (count: number) => `${count} ${count === 1 ? 'instance' : 'instances'}`
/** A sled that runs anything at all is not at 0%. */
export const percentText = (share: number) => (share > 0 && share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`)

/** The accessible name of a part. */
export function describe(slot: Exclude<Slot, { kind: 'empty' }>, highlight?: Highlight): string {
  if (slot.kind === 'switch') return `Switch ${slot.device.baseboard.serial}`
  if (slot.kind === 'waiting') return `Sled ${slot.sled.baseboard.serial}, waiting to be added`
  const { sled, load } = slot
  const share = shareOf(sled, load, load)
  const own = highlight && `, ${instancesText(highlightedPart(load, highlight).instances)} of ${highlight}`
  return [
    `Sled ${sled.baseboard.serial}`,
    stateOf(sled, load).text,
    ...(load
      ? [
          instancesText(load.instances),
          `threads ${percentText(share.threads)}`,
          `memory ${percentText(share.memory)}${own ?? ''}`,
        ]
      : []),
  ].join(', ')
}

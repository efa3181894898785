// The picker above the drawing of a rack: whose resources are marked in it. The choice is in the URL.
import { useAddress } from '../../address.ts'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { useLoad } from '../../use-api.ts'
import { first1000SledLoads, loadsIn } from '../sled/sled-queries.ts'
import { highlightsOf } from './rack-highlights.ts'
import type { Highlight } from './rack-layout.ts'

const NOTHING = ''

export function RackHighlight() {
  const { search, change } = useAddress()
  const highlight = search.get('highlight') ?? NOTHING
  const answer = useLoad(first1000SledLoads(), { optional: true }).data
  const loads = answer && loadsIn(answer)
  const choices = highlightsOf(loads ?? [])
  const choose = (wanted: Highlight) =>
    change(
      (next) => {
        if (wanted) next.set('highlight', wanted)
        else next.delete('highlight')
      },
      { preventScrollReset: true },
    )
  return (
    <div className="w-56 max-w-full">
      <NativeSelect
        aria-label="Highlight"
        items={[
          { value: NOTHING, label: 'No highlight' },
          ...(choices.includes(highlight) || !highlight ? choices : [highlight, ...choices]).map((value) => ({
            value,
            label: value.replace('/', ' / '),
          })),
        ]}
        value={highlight}
        onChange={choose}
      />
    </div>
  )
}

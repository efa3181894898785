// A list of networks, added one at a time, bound to the surrounding form.
import { canonical } from '#contract/ip.ts'
import { ipNetProblem } from '#contract/network-checks.ts'
import { EntryListField, type EntryListProps } from './entry-list-field.tsx'

/** `check` says what is wrong with an entry, beyond not being a network. */
type NetworkListProps = Pick<EntryListProps, 'name' | 'label' | 'noun' | 'help' | 'required' | 'check'>

export const NetworkListField = ({ check, ...props }: NetworkListProps) => (
  <EntryListField
    {...props}
    header="Network"
    check={(text) => ipNetProblem(text) ?? check?.(text)}
    canonical={canonical}
  />
)

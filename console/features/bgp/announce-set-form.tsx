// Creating an announce set, and replacing what one announces: the API does both by name.
import type { Model } from '#contract/client.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { everyLotBlock } from '../address-lot/address-lot-queries.ts'
import { announcementsOf, networksProblem } from './announced-networks.ts'
import { first1000AnnounceSets } from './bgp-queries.ts'

type AnnounceSet = Model<'BgpAnnounceSet'>

interface SetValues {
  name: string
  description: string
  networks: string
}

interface SetFormProps {
  /** the set to edit; creates one if omitted */
  set?: AnnounceSet
  announced?: readonly { network: string }[]
  onDone: (set: AnnounceSet) => unknown
  onClose: () => void
}

export function AnnounceSetForm({ set, announced = [], onDone, onClose }: SetFormProps) {
  const blocks = useData(everyLotBlock())
  const taken = useData(first1000AnnounceSets()).map(({ name }) => name)
  return (
    <SideForm
      operation="networking_bgp_announce_set_update"
      title={set ? 'Edit announce set' : 'Create announce set'}
      {...(set && { submitLabel: 'Update announce set', mustChange: true })}
      whyNot={useWhyNotFleet()}
      defaultValues={{
        name: set?.name ?? '',
        description: set?.description ?? '',
        networks: announced.map(({ network }) => network).join('\n'),
      }}
      toParams={({ name, description, networks }: SetValues) => ({
        body: { name, description, announcement: announcementsOf(networks, blocks) },
      })}
      onSuccess={(saved) => {
        toast(`Announce set ${saved.name} ${set ? 'updated' : 'created'}`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      {!set && <NameField taken={taken} />}
      <DescriptionField />
      <TextField
        name="networks"
        label="Networks"
        mono
        rows={6}
        help="One per line, such as 198.51.100.0/24. Each must fit in one block of an address lot."
        rules={{ validate: (text: string) => networksProblem(text, blocks) ?? true }}
      />
    </SideForm>
  )
}

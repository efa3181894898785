// Creating a BGP configuration.
import type { Model } from '#contract/client.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField, NumberField } from '../../form/value-fields.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000AnnounceSets } from './bgp-queries.ts'

const MAX_ASN = 4_294_967_295

interface ConfigValues {
  name: string
  description: string
  asn: number
  bgpAnnounceSetId: string
  vrf: string
}

export function BgpConfigForm({ onDone, onClose }: FormEnds<Model<'BgpConfig'>>) {
  const sets = useData(first1000AnnounceSets())
  const whyNotFleet = useWhyNotFleet()
  return (
    <SideForm
      operation="networking_bgp_config_create"
      title="Create BGP configuration"
      whyNot={whyNotFleet ?? (sets.length === 0 ? 'Create an announce set first.' : undefined)}
      defaultValues={{ name: '', description: '', asn: Number.NaN, bgpAnnounceSetId: sets[0]?.name ?? '', vrf: '' }}
      toParams={({ vrf, ...rest }: ConfigValues) => ({ body: { ...rest, vrf: vrf.trim() || null } })}
      onSuccess={(saved) => {
        toast(`BGP configuration ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      {sets.length === 0 && (
        <Message tone="notice">
          A configuration needs an announce set. <TextLink to={paths.announceSetsNew()}>Create one</TextLink>, with no
          networks if none should be announced yet.
        </Message>
      )}
      <NameField />
      <DescriptionField />
      <NumberField
        name="asn"
        label="AS number"
        min={1}
        max={MAX_ASN}
        keepTooLarge
        help="All BGP peers on a switch share one AS number."
      />
      <NativeSelectField
        name="bgpAnnounceSetId"
        label="Announce set"
        required
        items={sets.map(({ name }) => ({ value: name, label: name }))}
      />
      <NameField name="vrf" label="VRF" required={false} help="Leave blank for the default." />
    </SideForm>
  )
}

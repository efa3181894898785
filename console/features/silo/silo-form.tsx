// A new silo: its quotas, how its users sign in, who else becomes an operator, and the certificates of its address.
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model, Params } from '#contract/client.ts'
import { seed } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, RadioField } from '../../form/value-fields.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { Field } from '../../ui/input/field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { GiB } from '../../util/format.ts'
import { certificateBody, type CertificateValues } from '../../form/certificate-fields.tsx'
import { SiloCertificatesField } from './silo-certificates-field.tsx'
import { siloView } from './silo-queries.ts'
import { QuotaFields, type QuotaValues } from './silo-quota-fields.tsx'

type Silo = Model<'Silo'>

export interface SiloValues extends QuotaValues {
  name: string
  description: string
  discoverable: boolean
  identityMode: Silo['identityMode']
  adminGroupName: string
  mapsAdmins: boolean
  mapsViewers: boolean
  certificates: CertificateValues[]
}

const defaults: SiloValues = {
  name: '',
  description: '',
  discoverable: true,
  cpus: 0,
  memory: 0,
  storage: 0,
  identityMode: 'saml_jit',
  adminGroupName: '',
  mapsAdmins: false,
  mapsViewers: false,
  certificates: [],
}

function toBody(values: SiloValues): Params<'silo_create'>['body'] {
  const { name, description, discoverable, identityMode } = values
  const group = identityMode === 'saml_jit' ? values.adminGroupName.trim() : ''
  return {
    name,
    description,
    discoverable,
    identityMode,
    ...(group && { adminGroupName: group }),
    mappedFleetRoles: {
      ...(values.mapsAdmins && { admin: ['admin' as const] }),
      ...(values.mapsViewers && { viewer: ['viewer' as const] }),
    },
    quotas: { cpus: values.cpus, memory: values.memory * GiB, storage: values.storage * GiB },
    tlsCertificates: values.certificates.map(certificateBody),
  }
}

const modes = [
  {
    value: 'saml_jit',
    label: 'Single sign-on',
    help: 'Users sign in with your identity provider, by SAML or OpenID Connect.',
  },
  { value: 'local_only', label: 'Local only', help: 'Operators create users and set passwords.' },
] as const

export function SiloForm({ onDone, onClose }: { onDone: (silo: Silo) => unknown; onClose: () => void }) {
  const whyNotMap = useWhyNotFleet()
  return (
    <SideForm
      operation="silo_create"
      title="Create silo"
      whyNot={useWhyNotFleet('collaborator')}
      defaultValues={defaults}
      toParams={(values: SiloValues) => ({ body: toBody(values) })}
      onSuccess={(silo) => {
        seed(siloView(silo.name), silo)
        toast(`Silo ${silo.name} created`)
        return onDone(silo)
      }}
      onClose={onClose}
    >
      <Message>
        Name, identity mode and visibility cannot be changed later. <GuideLink guide="silos">About silos</GuideLink>
      </Message>
      <NameField />
      <DescriptionField />
      <CheckboxField
        name="discoverable"
        label="Discoverable"
        help="Clear to hide the silo from lists. Users can still enter its name."
      />
      <hr className="border-line" />
      <QuotaFields />
      <hr className="border-line" />
      <IdentityFields />
      <hr className="border-line" />
      <Field label="Fleet roles" help="Give users of this silo a role on the whole system." group>
        <div className="space-y-1">
          <CheckboxField
            name="mapsAdmins"
            label="Grant fleet admin role to silo admins"
            help={whyNotMap}
            disabled={whyNotMap !== undefined}
          />
          <CheckboxField
            name="mapsViewers"
            label="Grant fleet viewer role to silo viewers"
            help={whyNotMap}
            disabled={whyNotMap !== undefined}
          />
        </div>
      </Field>
      <hr className="border-line" />
      <SiloCertificatesField />
    </SideForm>
  )
}

function IdentityFields() {
  const { setValue } = useFormContext<SiloValues>()
  const mode = useWatch<SiloValues, 'identityMode'>({ name: 'identityMode' })
  const onChosen = (next: SiloValues['identityMode']) => {
    if (next === 'local_only') setValue('adminGroupName', '')
  }
  return (
    <>
      <RadioField name="identityMode" label="Identity mode" look="cards" options={modes} onChosen={onChosen} />
      {mode === 'saml_jit' && (
        <TextField
          name="adminGroupName"
          label="Admin group name"
          help="Created with the silo admin role. Must match a group of the identity provider."
        />
      )}
    </>
  )
}

// A new SAML identity provider. The details of its metadata and certificates are shown before they are sent.
import { useWatch } from 'react-hook-form'
import type { Model, Params } from '#contract/client.ts'
import { MAX_PEM_LENGTH } from '#contract/pem.ts'
import { useData } from '../../use-api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { FileField, readBase64 } from '../../form/file-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { CopyValue } from './copy-value.tsx'
import { useAcsUrl } from '../silo/silo-host-name.ts'
import { emailAddress, webUrl } from './provider-rules.ts'
import { siloView } from '../silo/silo-queries.ts'
import { SigningCertificateFacts, whyNotSigningCertificate } from './metadata-facts.tsx'
import { MetadataFields, type MetadataValues } from './metadata-fields.tsx'
import { base64Of } from './saml-metadata.ts'

type Provider = Model<'SamlIdentityProvider'>

interface Values extends MetadataValues {
  name: string
  description: string
  technicalContactEmail: string
  spClientId: string
  hasStandardAcsUrl: boolean
  acsUrl: string
  sloUrl: string
  publicCert: string
  privateKey: string
  groupAttributeName: string
}

const defaults: Values = {
  name: '',
  description: '',
  technicalContactEmail: '',
  spClientId: '',
  hasStandardAcsUrl: true,
  acsUrl: '',
  sloUrl: '',
  publicCert: '',
  privateKey: '',
  idpEntityId: '',
  groupAttributeName: '',
  source: 'url',
  metadataUrl: '',
  metadataXml: '',
}

function toBody(values: Values, acsUrl: (provider: string) => string): Params<'saml_identity_provider_create'>['body'] {
  const { name, description, technicalContactEmail, spClientId, sloUrl, idpEntityId, publicCert, privateKey } = values
  const group = values.groupAttributeName.trim()
  return {
    name,
    description,
    technicalContactEmail,
    spClientId,
    acsUrl: values.hasStandardAcsUrl ? acsUrl(name) : values.acsUrl,
    sloUrl,
    idpEntityId,
    ...(group && { groupAttributeName: group }),
    ...(publicCert && privateKey && { signingKeypair: { publicCert, privateKey } }),
    idpMetadataSource:
      values.source === 'url'
        ? { type: 'url', url: values.metadataUrl }
        : { type: 'base64_encoded_xml', data: base64Of(values.metadataXml) },
  }
}

interface ProviderFormProps {
  silo: string
  onDone: (provider: Provider) => unknown
  onClose: () => void
}

export function IdentityProviderForm({ silo, onDone, onClose }: ProviderFormProps) {
  const acsUrl = useAcsUrl(silo)
  const isLocal = useData(siloView(silo)).identityMode === 'local_only'
  const whyNot = useWhyNotFleet() ?? (isLocal ? 'Users of this silo sign in with local passwords.' : undefined)
  return (
    <SideForm
      operation="saml_identity_provider_create"
      title="Create identity provider"
      submitLabel="Create provider"
      whyNot={whyNot}
      defaultValues={defaults}
      toParams={(values: Values) => ({ query: { silo }, body: toBody(values, acsUrl) })}
      onSuccess={(provider) => {
        toast(`Identity provider ${provider.name} created`)
        return onDone(provider)
      }}
      onClose={onClose}
    >
      <NameHelp silo={silo} />
      <DescriptionField />
      <TextField name="technicalContactEmail" label="Technical contact email" required rules={emailAddress} />
      <h3 className="pt-2 font-medium">Service provider</h3>
      <TextField
        name="spClientId"
        label="Service provider client ID"
        required
        help="Rackwright's entity ID at the identity provider."
      />
      <AcsField silo={silo} />
      <TextField name="sloUrl" label="Single Logout (SLO) URL" required type="url" rules={webUrl} />
      <h3 className="pt-2 font-medium">Request signing</h3>
      <SigningFields />
      <h3 className="pt-2 font-medium">Identity provider</h3>
      <MetadataFields silo={silo} />
      <TextField name="idpEntityId" label="Entity ID" required help="As in the metadata." />
      <TextField
        name="groupAttributeName"
        label="Group attribute name"
        help="The attribute that lists a user's groups."
      />
    </SideForm>
  )
}

function NameHelp({ silo }: { silo: string }) {
  const name = useWatch<Values, 'name'>({ name: 'name' })
  return <NameField help={`Users sign in at /login/${silo}/saml/${name || '<name>'}`} />
}

function AcsField({ silo }: { silo: string }) {
  const acsUrl = useAcsUrl(silo)
  const [name, isStandard] = useWatch<Values, ['name', 'hasStandardAcsUrl']>({ name: ['name', 'hasStandardAcsUrl'] })
  return (
    <div className="space-y-2">
      {isStandard ? (
        <CopyValue label="ACS URL" text={name ? acsUrl(name) : ''} placeholder="Enter a name first" />
      ) : (
        <TextField name="acsUrl" label="ACS URL" required type="url" rules={webUrl} />
      )}
      <CheckboxField name="hasStandardAcsUrl" label="Use standard ACS URL" />
    </div>
  )
}

function SigningFields() {
  const [publicCert, privateKey] = useWatch<Values, ['publicCert', 'privateKey']>({
    name: ['publicCert', 'privateKey'],
  })
  return (
    <>
      <FileField
        name="publicCert"
        label="Public certificate"
        required={privateKey !== ''}
        help="DER. Without it, requests are not signed."
        accept=".der,.cer,.crt"
        maxBytes={MAX_PEM_LENGTH}
        read={readBase64}
        check={whyNotSigningCertificate}
      />
      <SigningCertificateFacts base64={publicCert} />
      <FileField
        name="privateKey"
        label="Private key"
        required={publicCert !== ''}
        help="DER, RSA. It cannot be read back after it is stored."
        accept=".der,.key"
        maxBytes={MAX_PEM_LENGTH}
        read={readBase64}
      />
    </>
  )
}

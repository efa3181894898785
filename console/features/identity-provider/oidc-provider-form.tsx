// An OpenID Connect provider: a new one, or changes to one.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { useLoginUrl } from '../silo/silo-host-name.ts'
import { oidcProvider, siloView } from '../silo/silo-queries.ts'
import { CopyValue } from './copy-value.tsx'
import { IssuerField } from './issuer-field.tsx'

type Provider = Model<'OidcProvider'>

interface Values {
  name: string
  description: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  nameClaim: string
  groupsClaim: string
  isEnabled: boolean
}

const defaults: Values = {
  name: '',
  description: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  scopes: 'openid profile email',
  nameClaim: 'sub',
  groupsClaim: '',
  isEnabled: true,
}

const settingsOf = (values: Values) => ({
  description: values.description,
  issuer: values.issuer.trim(),
  clientId: values.clientId.trim(),
  scopes: values.scopes.trim(),
  nameClaim: values.nameClaim.trim(),
  groupsClaim: values.groupsClaim.trim() || null,
  isEnabled: values.isEnabled,
})

interface FormProps {
  silo: string
  onClose: () => void
}

export function OidcProviderForm({ silo, onClose }: FormProps) {
  const loginUrl = useLoginUrl(silo)
  const isLocal = useData(siloView(silo)).identityMode === 'local_only'
  const whyNot = useWhyNotFleet() ?? (isLocal ? 'Users of this silo sign in with local passwords.' : undefined)
  return (
    <SideForm
      operation="oidc_provider_create"
      title="Create OpenID Connect provider"
      submitLabel="Create provider"
      whyNot={whyNot}
      defaultValues={defaults}
      toParams={(values: Values) => ({
        path: { silo },
        body: {
          ...settingsOf(values),
          name: values.name,
          redirectUri: loginUrl('oidc', values.name),
          clientSecret: values.clientSecret || null,
        },
      })}
      onSuccess={({ name }) => {
        toast(`Identity provider ${name} created`)
        onClose()
      }}
      onClose={onClose}
    >
      <NameField />
      <RedirectUri silo={silo} />
      <Settings silo={silo} secretHelp="Leave blank for a public client, which relies on PKCE." />
    </SideForm>
  )
}

export function OidcProviderEditForm({ silo, provider, onClose }: FormProps & { provider: Provider }) {
  return (
    <SideForm
      operation="oidc_provider_update"
      title={`Edit ${provider.name}`}
      submitLabel="Save"
      // saving is what makes an old provider strict
      mustChange={!provider.acceptsMissingEmailVerified}
      whyNot={useWhyNotFleet()}
      defaultValues={{ ...provider, clientSecret: '', groupsClaim: provider.groupsClaim ?? '' } as Values}
      toParams={(values: Values) => ({
        path: { silo, provider: provider.name },
        body: {
          ...settingsOf(values),
          redirectUri: provider.redirectUri,
          ...(values.clientSecret && { clientSecret: values.clientSecret }),
        },
      })}
      onSuccess={(saved, { clientSecret }) => {
        // the secret before is not known, nor can a provider be made less strict again
        const isFinal = clientSecret !== '' || saved.hasClientSecret !== provider.hasClientSecret
        const undo = isFinal || provider.acceptsMissingEmailVerified ? undefined : undoOf(silo, provider, saved)
        toast({ content: `Identity provider ${provider.name} changed`, undo })
        onClose()
      }}
      onClose={onClose}
    >
      {provider.acceptsMissingEmailVerified && (
        <Message tone="notice" title="E-mail addresses need not be verified">
          This provider is from an earlier version. After you save it, only users with the claim email_verified: true
          can sign in.
        </Message>
      )}
      <CopyValue label="Redirect URI" text={provider.redirectUri} />
      <Settings silo={silo} provider={provider} secretHelp="There is none yet." />
    </SideForm>
  )
}

const undoOf = (silo: string, before: Provider, saved: Provider) =>
  undoEdit({
    noun: 'Identity provider',
    before,
    saved,
    query: oidcProvider(silo, saved.id),
    edited: ['issuer', 'clientId', 'redirectUri', 'scopes', 'nameClaim', 'groupsClaim', 'isEnabled', 'hasClientSecret'],
    restore: ({ description }) => {
      const { issuer, clientId, redirectUri, scopes, nameClaim, groupsClaim, isEnabled } = before
      const body = { description, issuer, clientId, redirectUri, scopes, nameClaim, groupsClaim, isEnabled }
      return send('oidc_provider_update', { path: { silo, provider: saved.id }, body })
    },
  })

function RedirectUri({ silo }: { silo: string }) {
  const name = useWatch<Values, 'name'>({ name: 'name' })
  const loginUrl = useLoginUrl(silo)
  return <CopyValue label="Redirect URI" text={name ? loginUrl('oidc', name) : ''} placeholder="Enter a name first" />
}

interface SettingsProps {
  silo: string
  /** The one that is edited. */
  provider?: Provider
  secretHelp: string
}

function Settings({ silo, provider, secretHelp }: SettingsProps) {
  const issuer = useWatch<Values, 'issuer'>({ name: 'issuer' }).trim()
  const keepHelp =
    issuer === provider?.issuer
      ? 'Leave blank to keep the current secret.'
      : 'Another issuer never gets the current secret. Enter the one it has given you.'
  return (
    <>
      <DescriptionField />
      <IssuerField silo={silo} />
      <TextField name="clientId" label="Client ID" required />
      <TextField
        name="clientSecret"
        label="Client secret"
        type="password"
        autoComplete="off"
        help={provider?.hasClientSecret ? keepHelp : secretHelp}
      />
      <TextField name="scopes" label="Scopes" required help="Separated by spaces. openid is required." />
      <TextField
        name="nameClaim"
        label="Name claim"
        required
        help="Names the user. sub is always safe; choose another only if users cannot change it. email needs the claim email_verified."
      />
      <TextField name="groupsClaim" label="Groups claim" help="The claim that lists a user's groups." />
      <CheckboxField name="isEnabled" label="Turned on" help="Nobody can sign in with a provider that is turned off." />
    </>
  )
}

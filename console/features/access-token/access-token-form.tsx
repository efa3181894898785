// Form for an access token, of the user or of a service account. The token itself is shown once, after it has been created.
import { useState } from 'react'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import type { Params } from '#contract/client.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NativeSelectField } from '../../form/value-fields.tsx'
import { isPreview } from '../../host.ts'
import { emptyIfHidden } from '../../queries.ts'
import { ShownOnce } from '../../ui/overlay/shown-once.tsx'
import { useLoad } from '../../use-api.ts'
import { authSettings } from '../auth-settings/auth-settings-queries.ts'
import { first1000Projects } from '../project/project-queries.ts'
import { AS_LONG_AS_ALLOWED, defaultLifetime, lifetimes } from './token-lifetimes.ts'

interface Values {
  name: string
  lifetime: string
  readOnly: boolean
  role: 'any' | 'viewer' | 'collaborator'
  project: string
}

const bodyOf = ({ name, lifetime, readOnly, role, project }: Values) => ({
  name: name.trim(),
  ttlSeconds: lifetime === AS_LONG_AS_ALLOWED ? null : Number(lifetime),
  readOnly,
  role: role === 'any' ? null : role,
  project: project || null,
})

interface AccessTokenFormProps {
  /** Left out, the token is the user's own. */
  account?: { id: string; name: string }
  onClose: () => void
}

export function AccessTokenForm({ account, onClose }: AccessTokenFormProps) {
  const limit = useLoad(authSettings(), { optional: true })
  const [created, setCreated] = useState<{ name: string; token: string }>()
  if (created)
    return (
      <ShownOnce
        title="Access token created"
        subtitle={created.name}
        label="Access token"
        secret={created.token}
        // the preview has no address that curl could reach
        command={isPreview ? undefined : `curl -H 'Authorization: Bearer ${created.token}' ${location.origin}/v1/me`}
        onClose={onClose}
      />
    )
  // the choices depend on the limit, and a form keeps its first values
  if (limit.isPending) return null
  const seconds = limit.data?.deviceTokenMaxTtlSeconds
  const shared = {
    title: account ? `Create access token for ${account.name}` : 'Create access token',
    submitLabel: 'Create access token',
    defaultValues: {
      name: '',
      lifetime: defaultLifetime(seconds),
      readOnly: false,
      role: 'any',
      project: '',
    } satisfies Values,
    onSuccess: setCreated,
    onClose,
    children: <Fields limit={seconds} />,
  }
  if (!account)
    return (
      <SideForm operation="access_token_create" toParams={(values: Values) => ({ body: bodyOf(values) })} {...shared} />
    )
  const toParams = (values: Values): Params<'service_account_token_create'> => ({
    path: { serviceAccount: account.id },
    body: bodyOf(values),
  })
  return <SideForm operation="service_account_token_create" toParams={toParams} {...shared} />
}

function Fields({ limit }: { limit: number | null | undefined }) {
  const projects = useLoad(emptyIfHidden(first1000Projects()), { optional: true })
  const items = (projects.data?.items ?? []).map(({ name }) => ({ value: name, label: name }))
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        help="What uses the token"
        rules={{
          maxLength: { value: MAX_NAME_LENGTH, message: `Name must be ${MAX_NAME_LENGTH} characters or fewer` },
        }}
      />
      <NativeSelectField name="lifetime" label="Expires after" required items={lifetimes(limit)} />
      <CheckboxField name="readOnly" label="Read only" help="The token can view resources but not change them." />
      <NativeSelectField
        name="role"
        label="Role limit"
        required
        help="Applies wherever the owner has a stronger role."
        items={[
          { value: 'any', label: 'No limit' },
          { value: 'collaborator', label: 'Collaborator' },
          { value: 'viewer', label: 'Viewer' },
        ]}
      />
      <ComboboxField
        name="project"
        label="Project"
        items={items}
        loading={projects.isPending}
        arbitrary={projects.data?.isHidden === true}
        placeholder="All projects"
        help="Select one to hide everything else."
      />
    </>
  )
}

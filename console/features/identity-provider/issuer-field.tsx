// What is trusted with an OpenID Connect issuer, before the form is sent.
import { useFormContext, useWatch } from 'react-hook-form'
import { useCall } from '../../call.ts'
import { TextField } from '../../form/fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Button } from '../../ui/input/button.tsx'
import { webUrl } from './provider-rules.ts'

export function IssuerField({ silo }: { silo: string }) {
  const { trigger } = useFormContext<{ issuer: string }>()
  const issuer = useWatch<{ issuer: string }, 'issuer'>({ name: 'issuer' })
  const { mutate, isPending, data, error, variables } = useCall('oidc_discovery_fetch')
  const isCurrent = variables?.body.issuer === issuer
  const show = async () => {
    if (await trigger('issuer')) mutate({ path: { silo }, body: { issuer } })
  }
  return (
    <div className="space-y-2">
      <TextField
        name="issuer"
        label="Issuer"
        required
        type="url"
        rules={webUrl}
        help="The server fetches its configuration and keys at each sign-in. It must be reachable from there."
      />
      <Button size="sm" pending={isPending} onClick={() => void show()}>
        Show what is trusted
      </Button>
      {error && isCurrent && (
        <Message tone="danger" alert>
          {error.message}
        </Message>
      )}
      {data && isCurrent && (
        <section aria-label="Trusted configuration">
          <Properties
            items={[
              { name: 'Issuer', value: data.issuer },
              { name: 'Sign-in URL', value: data.authorizationEndpoint },
              { name: 'Token URL', value: data.tokenEndpoint },
              { name: 'Keys', value: data.jwksUri },
              { name: 'Sign-out URL', value: data.endSessionEndpoint },
              { name: 'Signing keys', value: data.signingKeys.map(keyText).join(', ') },
            ]}
          />
        </section>
      )}
    </div>
  )
}

const keyText = ({ kid, kty, alg }: { kid: string | null; kty: string; alg: string | null }) =>
  `${kid ?? 'unnamed'} (${alg ?? kty})`

// The identity providers that users of a silo sign in with.
import type { Model } from '#contract/client.ts'
import { apiAction, bold, copyIdAction, deleteAction, menuItem, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { TabList } from '../../table/tab-list.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { siloOidcProviders, siloProviders, siloSamlProviders } from './silo-queries.ts'

type OidcProvider = Model<'OidcProvider'>
/** `isEnabled` is undefined on hosts where SAML providers cannot be turned off. */
type SamlProvider = Model<'IdentityProvider'> & { isEnabled: boolean | undefined }
type Provider = SamlProvider | (OidcProvider & { providerType: 'oidc' })

const KINDS: Record<Provider['providerType'], string> = { saml: 'SAML', oidc: 'OpenID Connect' }

const columnsOf = (silo: string): Column<Provider>[] => [
  nameColumn(({ name, providerType }) =>
    (providerType === 'saml' ? paths.siloSamlIdp : paths.siloOidcIdp)({ silo, provider: name }),
  ),
  descriptionColumn(),
  {
    id: 'type',
    header: 'Type',
    cell: (provider) => (
      <span className="flex flex-wrap gap-2">
        <Badge>{KINDS[provider.providerType]}</Badge>
        {provider.isEnabled === false && <Badge tone="notice">turned off</Badge>}
      </span>
    ),
  },
  createdColumn(),
]

const ENDS = 'Sessions that it opened end, and access tokens that they created are revoked. Users and groups are kept.'

function actionsOf(silo: string, provider: Provider, whyNot: string | undefined): Action[] {
  const { name, isEnabled } = provider
  const path = { silo, provider: name }
  const toggle = {
    label: isEnabled ? 'Turn off' : 'Turn on',
    whyNot,
    done: `Identity provider ${name} turned ${isEnabled ? 'off' : 'on'}`,
    ...(isEnabled && { caution: true, ask: turnOff(name) }),
  }
  if (provider.providerType === 'saml') {
    if (isEnabled === undefined) return [copyIdAction(provider.id)]
    const params = { path, body: { isEnabled: !isEnabled } }
    return [copyIdAction(provider.id), apiAction({ ...toggle, operation: 'saml_provider_update', params })]
  }
  const params = { path, body: { ...provider, isEnabled: !isEnabled } }
  return [
    copyIdAction(provider.id),
    { label: 'Edit', icon: 'edit', whyNot, to: paths.siloOidcIdp({ silo, provider: name }) },
    apiAction({ ...toggle, operation: 'oidc_provider_update', params }),
    deleteAction({
      kind: 'identity provider',
      name,
      operation: 'oidc_provider_delete',
      params: { path },
      whyNot,
      consequence: ENDS,
    }),
  ]
}

const turnOff = (name: string) => ({
  title: 'Turn off identity provider',
  content: bold`Turn off ${name}?`,
  consequence: `Nobody can sign in with it. ${ENDS}`,
  actionLabel: 'Turn off',
  errorTitle: `Could not turn off identity provider ${name}`,
})

export function SiloProviders({ silo: { name: silo, identityMode } }: { silo: Model<'Silo'> }) {
  const saml = useData(siloProviders(silo)).items
  const states = useData(siloSamlProviders(silo))
  const isOn = new Map(states.type === 'success' ? states.data.items.map((row) => [row.id, row.isEnabled]) : [])
  const oidc = useData(siloOidcProviders(silo))
  const providers: Provider[] = [
    ...saml.map((row) => ({ ...row, isEnabled: isOn.get(row.id) })),
    ...(oidc.type === 'success' ? oidc.data.items.map((row) => ({ ...row, providerType: 'oidc' as const })) : []),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const whyNotFleet = useWhyNotFleet()
  const isLocal = identityMode === 'local_only'
  const whyNot = whyNotFleet ?? (isLocal ? 'Users of this silo sign in with local passwords.' : undefined)
  const text = isLocal
    ? 'Users of this silo sign in with local passwords.'
    : 'Users can sign in once the silo has an identity provider.'
  return (
    <TabList
      text="SAML providers can be turned off, but not changed or deleted."
      add={{ label: 'New provider', to: paths.siloIdpsNew({ silo }), whyNot }}
      more={
        oidc.type === 'success'
          ? [{ label: 'New OpenID Connect provider', to: paths.siloOidcIdpsNew({ silo }), whyNot }]
          : []
      }
      empty={providers.length === 0 && { title: 'No identity providers', text }}
    >
      <Table
        label="Identity providers"
        columns={columnsOf(silo)}
        rows={providers}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={(provider) => actionsOf(silo, provider, whyNotFleet).map(menuItem)}
      />
    </TabList>
  )
}

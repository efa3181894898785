// The identity providers that users of a silo sign in with.
import type { Model } from '#contract/client.ts'
import { copyIdAction, deleteAction, menuItem, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { useData } from '../../use-api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { TabList } from '../../table/tab-list.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { siloOidcProviders, siloProviders } from './silo-queries.ts'

type OidcProvider = Model<'OidcProvider'>
type Provider = Model<'IdentityProvider'> | (OidcProvider & { providerType: 'oidc' })

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
        <Badge>{provider.providerType}</Badge>
        {isOff(provider) && <Badge tone="notice">turned off</Badge>}
      </span>
    ),
  },
  createdColumn(),
]

const isOff = (provider: Provider) => provider.providerType === 'oidc' && !provider.isEnabled

function actionsOf(silo: string, provider: Provider, whyNot: string | undefined): Action[] {
  if (provider.providerType === 'saml') return [copyIdAction(provider.id)]
  const { name, isEnabled } = provider
  const path = { silo, provider: name }
  const toggle = { path, body: { ...provider, isEnabled: !isEnabled } }
  return [
    copyIdAction(provider.id),
    { label: 'Edit', icon: 'edit', whyNot, to: paths.siloOidcIdp({ silo, provider: name }) },
    {
      label: isEnabled ? 'Turn off' : 'Turn on',
      whyNot,
      call: { operation: 'oidc_provider_update', params: toggle },
      run: () => send('oidc_provider_update', toggle),
      done: `Identity provider ${name} turned ${isEnabled ? 'off' : 'on'}`,
    },
    deleteAction({
      kind: 'identity provider',
      name,
      operation: 'oidc_provider_delete',
      params: { path },
      whyNot,
      consequence: 'Sessions that it opened end. Users and groups are kept.',
    }),
  ]
}

export function SiloProviders({ silo: { name: silo, identityMode } }: { silo: Model<'Silo'> }) {
  const saml = useData(siloProviders(silo)).items
  const oidc = useData(siloOidcProviders(silo))
  const providers: Provider[] = [
    ...saml,
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
      text="SAML providers cannot be changed or deleted."
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

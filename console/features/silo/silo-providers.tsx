// The identity providers that users of a silo sign in with.
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { siloProviders } from './silo-queries.ts'
import { TabList } from '../../table/tab-list.tsx'

type Provider = Model<'IdentityProvider'>

const columnsOf = (silo: string): Column<Provider>[] => [
  nameColumn(({ name }) => paths.siloSamlIdp({ silo, provider: name })),
  descriptionColumn(),
  { id: 'type', header: 'Type', cell: ({ providerType }) => <Badge>{providerType}</Badge> },
  createdColumn(),
]

export function SiloProviders({ silo: { name: silo, identityMode } }: { silo: Model<'Silo'> }) {
  const providers = useData(siloProviders(silo)).items
  const whyNotFleet = useWhyNotFleet()
  const whyNot =
    whyNotFleet ?? (identityMode === 'local_only' ? 'Users of this silo sign in with local passwords.' : undefined)
  const text =
    identityMode === 'local_only'
      ? 'Users of this silo sign in with local passwords.'
      : 'Users can sign in once the silo has an identity provider.'
  return (
    <TabList
      text="Providers cannot be changed or deleted."
      add={{ label: 'New provider', to: paths.siloIdpsNew({ silo }), whyNot }}
      empty={providers.length === 0 && { title: 'No identity providers', text }}
    >
      <Table
        label="Identity providers"
        columns={columnsOf(silo)}
        rows={providers}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={({ id }) => [copyIdAction(id)].map(menuItem)}
      />
    </TabList>
  )
}

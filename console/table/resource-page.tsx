// A page that lists one kind of resource, page by page from the API. Copy features/ssh-key/ssh-key-list.tsx to start a new one.
import type { ReactNode } from 'react'
import type { Noun } from '#contract/operations.ts'
import { useLoad } from '../use-api.ts'
import { EmptyList, ListPage, type ListPageProps } from './list-page.tsx'
import { RefreshNouns, Updated } from './refresh-nouns.tsx'
import { ResourceTable, type Identified, type ResourceTableProps } from './resource-table.tsx'

interface ResourcePageProps<Row, Value extends string>
  extends ListPageProps, Omit<ResourceTableProps<Row, Value>, 'empty'> {
  /** one or two sentences on what the resource is for, shown when there are none */
  empty: string
  /** a summary above the table */
  overview?: ReactNode
  /** adds a refresh button for these nouns and the time of the last update */
  refresh?: readonly Noun[]
}

export function ResourcePage<Row extends Identified, Value extends string>(props: ResourcePageProps<Row, Value>) {
  const { title, icon, docs, create, palette, tools, isTab, refresh, empty, overview, children, ...table } = props
  const header = (
    <>
      {refresh && <Refresh nouns={refresh} list={table.list} />}
      {tools}
    </>
  )
  const emptyList = <EmptyList icon={icon} create={create} title={`No ${table.label}`} text={empty} />
  return (
    <ListPage {...{ title, icon, docs, create, palette, isTab }} tools={header}>
      {overview}
      <ResourceTable {...table} empty={emptyList} />
      {children}
    </ListPage>
  )
}

function Refresh<Row>({ nouns, list }: { nouns: readonly Noun[]; list: ResourceTableProps<Row>['list'] }) {
  const { dataUpdatedAt } = useLoad(list())
  return (
    <>
      <Updated at={dataUpdatedAt} />
      <RefreshNouns nouns={nouns} />
    </>
  )
}

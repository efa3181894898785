// The frame of every list page: header with docs and create buttons, palette items, the "c" shortcut, an empty state, and an outlet
// for the forms that open over the list. ResourcePage puts a paged table inside; pages with all rows in memory use Table.
import type { ReactNode } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { paletteItemsOf, perform, whyNotOf, type Action } from '../action/action.tsx'
import { ActionButton } from '../frame/action-button.tsx'
import { usePalette, type PaletteItem } from '../frame/palette.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { DocsButton } from '../help/docs-button.tsx'
import type { TopicName } from '../help/docs-topics.lazy.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Icon, type IconData } from '../ui/display/icon.tsx'
import { PageHeader, TabHeader } from '../ui/display/page-header.tsx'

export interface ListPageProps {
  title: string
  /** the list is one tab of a page that has its own title */
  isTab?: boolean
  icon: IconData
  docs?: TopicName
  /** the first one is the primary button and has the shortcut "c" */
  create?: readonly Action[] | undefined
  /** shown in the header, before the create buttons */
  tools?: ReactNode
  /** palette items besides the create actions */
  palette?: readonly PaletteItem[]
  children?: ReactNode
}

interface ListFrameProps extends ListPageProps {
  /** for pages that know all their rows: set it when there are none */
  empty?: { title: string; text: string } | false
}

export function ListPage(props: ListFrameProps) {
  const { title, icon, docs, create = [], tools, palette = [], empty = false, isTab = false, children } = props
  const navigate = useNavigate()
  const [primary] = create
  usePalette([...paletteItemsOf(create), ...palette])
  useShortcut(primary && 'c', primary?.label ?? '', () => {
    if (!primary || whyNotOf(primary)) return
    if (primary.to) void navigate(primary.to)
    else void perform(primary)
  })
  const Header = isTab ? TabHeader : PageHeader
  return (
    <>
      <Header
        title={title}
        icon={<Icon icon={icon} />}
        aside={docs && <DocsButton topic={docs} />}
        actions={
          <>
            {tools}
            {!empty && create.length > 0 && <CreateButtons actions={create} />}
          </>
        }
      />
      {empty && <EmptyList {...empty} icon={icon} create={create} />}
      {children}
      <Outlet />
    </>
  )
}

interface EmptyListProps extends Pick<ListPageProps, 'icon' | 'create' | 'title'> {
  text: string
}

export function EmptyList({ icon, create = [], title, text }: EmptyListProps) {
  const action = create.length > 0 && <CreateButtons actions={create} />
  return <EmptyState icon={<Icon icon={icon} />} title={title} text={text} action={action} />
}

/** The primary button comes last, at the edge of the page. */
function CreateButtons({ actions }: { actions: readonly Action[] }) {
  return (
    <span className="flex flex-wrap justify-center gap-2">
      {actions.toReversed().map((action) => (
        <ActionButton key={action.label} action={action} variant={action === actions[0] ? 'primary' : 'secondary'} />
      ))}
    </span>
  )
}

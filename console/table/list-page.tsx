// The frame of every list page: header with docs and create buttons, palette items, the "c" shortcut, an empty state, and an outlet
// for the forms that open over the list. ResourcePage adds a paged table; pages that hold all their rows put a Table inside.
import type { ReactNode } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { paletteItemsOf, perform, type Action } from '../action/action.tsx'
import { LinkButton } from '../frame/link.tsx'
import { usePalette, type PaletteItem } from '../frame/palette.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { DocsButton } from '../help/docs-button.tsx'
import type { TopicName } from '../help/docs-topics.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Icon, type IconData } from '../ui/display/icon.tsx'
import { PageHeader } from '../ui/display/page-header.tsx'
import { Button } from '../ui/input/button.tsx'

export interface ListPageProps {
  title: string
  icon: IconData
  docs?: TopicName
  /** the first one is the primary button and has the shortcut "c" */
  create?: readonly Action[]
  /** shown in the header, before the create buttons */
  tools?: ReactNode
  /** palette items besides the create actions */
  palette?: readonly PaletteItem[]
  /** forms and dialogs */
  children?: ReactNode
}

interface ListFrameProps extends ListPageProps {
  /** shows `empty` instead of `table`; leave out when the table itself decides */
  isEmpty?: boolean
  empty: { title: string; text: string }
  /** gets the empty state, in case the table finds that it has no rows */
  table: (empty: ReactNode) => ReactNode
}

export function ListPage(props: ListFrameProps) {
  const { title, icon, docs, create = [], tools, palette = [], children, isEmpty = false, empty, table } = props
  const navigate = useNavigate()
  const [primary] = create
  usePalette([...paletteItemsOf(create), ...palette])
  useShortcut(primary && 'c', primary?.label ?? '', () => {
    if (!primary || primary.whyNot) return
    if (primary.to) void navigate(primary.to)
    else void perform(primary)
  })
  const buttons = create.length > 0 && <CreateButtons actions={create} />
  const emptyState = <EmptyState icon={<Icon icon={icon} />} title={empty.title} text={empty.text} action={buttons} />
  return (
    <>
      <PageHeader
        title={title}
        icon={<Icon icon={icon} />}
        aside={docs && <DocsButton topic={docs} />}
        actions={
          <>
            {tools}
            {!isEmpty && buttons}
          </>
        }
      />
      {isEmpty ? emptyState : table(emptyState)}
      {children}
      <Outlet />
    </>
  )
}

/** The primary button stands last, at the edge of the page. */
function CreateButtons({ actions }: { actions: readonly Action[] }) {
  return (
    <span className="flex flex-wrap justify-center gap-2">
      {actions.toReversed().map((action) => {
        const variant = action === actions[0] ? 'primary' : 'secondary'
        return action.to && !action.whyNot ? (
          <LinkButton key={action.label} to={action.to} variant={variant}>
            {action.label}
          </LinkButton>
        ) : (
          <Button
            key={action.label}
            variant={variant}
            disabledReason={action.whyNot}
            onClick={() => void perform(action)}
          >
            {action.label}
          </Button>
        )
      })}
    </span>
  )
}

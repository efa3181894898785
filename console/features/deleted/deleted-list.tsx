// What was deleted and can still be restored, or removed for good.
import { ArchiveRestore } from '@lucide/icons'
import { useState, type ReactNode } from 'react'
import { ApiError, capitalize } from '#contract/errors.ts'
import { apiAction, bold, type Action } from '../../action/action.tsx'
import { leftOutText } from '../../action/restore.tsx'
import { send } from '../../api.ts'
import { everyDeleted, type Deleted, type DeletedFrom } from '../../deleted-queries.ts'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { RowTitle } from '../../ui/display/row-title.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { useRoles } from '../../use-why-not.ts'
import { kindOf } from './deleted-names.ts'

const RestoreForm = lazyPopup(async () => (await import('./restore-form.lazy.tsx')).RestoreForm)

const columns: SortedColumn<Deleted>[] = [
  { id: 'name', header: 'Name', text: ({ name }) => name, cell: ({ name }) => <RowTitle>{name}</RowTitle> },
  {
    id: 'type',
    header: 'Type',
    text: ({ noun }) => kindOf(noun),
    cell: ({ noun }) => <Badge>{capitalize(kindOf(noun))}</Badge>,
  },
  {
    id: 'deleted',
    header: 'Deleted',
    value: ({ timeDeleted }) => timeDeleted.getTime(),
    cell: ({ timeDeleted }) => <DateTime value={timeDeleted} />,
  },
  {
    id: 'final',
    header: 'Removed for good',
    value: ({ timeFinal }) => timeFinal.getTime(),
    cell: ({ timeFinal }) => <DateTime value={timeFinal} />,
  },
]

interface DeletedListProps {
  from: DeletedFrom
  /** why the user can neither restore nor remove anything, if the page itself does not tell */
  whyNot?: string | undefined
  empty: string
  children?: ReactNode
}

export function DeletedList({ from, whyNot, empty, children }: DeletedListProps) {
  useRoles()
  const { items } = useData(everyDeleted(from))
  const [renamed, setRenamed] = useState<Deleted>()
  const actions = (thing: Deleted): Action[] => [restoreAction(thing, whyNot, setRenamed), removeAction(thing, whyNot)]
  return (
    <WholeListPage
      title="Recently deleted"
      icon={ArchiveRestore}
      docs="recently-deleted"
      label="deleted resources"
      emptyTitle="Nothing to restore"
      text={({ name, noun }) => `${name} ${kindOf(noun)}`}
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={actions}
      empty={empty}
    >
      {children}
      {renamed && <RestoreForm thing={renamed} onClose={() => setRenamed(undefined)} />}
    </WholeListPage>
  )
}

/** Asks for another name if its own is taken. */
function restoreAction(thing: Deleted, whyNot: string | undefined, rename: (thing: Deleted) => void): Action {
  const { id, name, noun } = thing
  const kind = kindOf(noun)
  return {
    label: 'Restore',
    icon: 'restore',
    sends: 'deleted_restore',
    whyNot,
    async run() {
      try {
        const { leftOut } = await send('deleted_restore', { path: { id }, body: {} })
        toast(`${capitalize(kind)} ${name} restored${leftOutText(leftOut)}`)
      } catch (error) {
        if (!(error instanceof ApiError) || error.errorCode !== 'ObjectAlreadyExists') throw error
        rename(thing)
      }
    },
  }
}

function removeAction({ id, name, noun }: Deleted, whyNot: string | undefined): Action {
  const kind = kindOf(noun)
  return apiAction({
    label: 'Remove for good',
    icon: 'delete',
    danger: true,
    bulk: 'Removed',
    operation: 'deleted_remove',
    params: { path: { id } },
    whyNot,
    done: `${capitalize(kind)} ${name} removed for good`,
    ask: {
      title: `Remove ${kind} for good`,
      content: bold`Remove ${name} for good?`,
      consequence:
        noun === 'project'
          ? 'Resources deleted from it are removed too. This cannot be undone.'
          : 'This cannot be undone.',
      actionLabel: 'Remove for good',
      errorTitle: `Could not remove ${kind} ${name}`,
    },
  })
}

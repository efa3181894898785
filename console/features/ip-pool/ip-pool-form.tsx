// Creating and editing an IP pool.
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ipPoolView } from './ip-pool-queries.ts'

type IpPool = Model<'IpPool'>

interface IpPoolFormProps {
  /** the pool to edit; creates one if omitted */
  pool?: IpPool
  onDone: (pool: IpPool) => unknown
  onClose: () => void
}

export function IpPoolForm({ pool, onDone, onClose }: IpPoolFormProps) {
  const shared = {
    defaultValues: { name: pool?.name ?? '', description: pool?.description ?? '' },
    whyNot: useWhyNotFleet(),
    onClose,
    onSuccess(saved: IpPool) {
      seed(ipPoolView(saved.name), saved)
      if (pool) toast({ content: `IP pool ${saved.name} updated`, undo: undoOf(pool, saved) })
      else toast(`IP pool ${saved.name} created`)
      return onDone(saved)
    },
    children: (
      <>
        <NameField />
        <DescriptionField />
        <Message>Users of linked silos see the name and description when they choose a pool.</Message>
      </>
    ),
  }
  return pool ? (
    <SideForm
      {...shared}
      operation="ip_pool_update"
      title="Edit IP pool"
      submitLabel="Update IP pool"
      toParams={(body) => ({ path: { pool: pool.name }, body })}
    />
  ) : (
    <SideForm {...shared} operation="ip_pool_create" title="Create IP pool" toParams={(body) => ({ body })} />
  )
}

const undoOf = (before: IpPool, saved: IpPool) =>
  undoEdit({
    noun: 'IP pool',
    before,
    saved,
    query: ipPoolView(saved.id),
    hasPage: true,
    restore: (body) => send('ip_pool_update', { path: { pool: saved.id }, body }),
  })

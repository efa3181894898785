// What operators can do to a pool, its ranges and its links to silos.
import type { Model, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { apiAction, bold, deleteAction, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { paths } from '../../paths.ts'

type IpPool = Model<'IpPool'>

export const editPoolAction = (name: string, whyNot: string | undefined): Action => ({
  label: 'Edit',
  icon: 'edit',
  whyNot,
  to: paths.ipPoolEdit({ pool: name }),
})

interface DeletePool {
  whyNot: string | undefined
  onDone?: () => unknown
}

export const deletePoolAction = ({ name }: IpPool, { whyNot, onDone }: DeletePool): Action =>
  deleteAction({
    kind: 'IP pool',
    name,
    operation: 'ip_pool_delete',
    params: { path: { pool: name } },
    whyNot,
    consequence: 'Links to silos are deleted too. Silos and instances are kept.',
    onDone,
  })

type Range = Model<'IpPoolRange'>['range']

export const removeRangeAction = (pool: string, range: Range, whyNot?: string): Action =>
  removeRange({ range, from: pool, operation: 'ip_pool_range_remove', params: { path: { pool }, body: range }, whyNot })

export const removeServiceRangeAction = (range: Range, whyNot?: string): Action =>
  removeRange({
    range,
    from: 'the service pool',
    operation: 'ip_pool_service_range_remove',
    params: { body: range },
    whyNot,
  })

interface RemoveRange<Op extends OperationId> {
  range: Range
  /** the pool, as in a sentence */
  from: string
  operation: Op
  params: Params<Op>
  whyNot: string | undefined
}

function removeRange<Op extends OperationId>({ range, from, operation, params, whyNot }: RemoveRange<Op>): Action {
  const text = `${range.first}-${range.last}`
  return apiAction({
    label: 'Remove',
    icon: 'detach',
    caution: true,
    whyNot,
    operation,
    params,
    ask: {
      title: 'Remove range',
      content: (
        <>
          Remove <strong>{text}</strong> from {from}?
        </>
      ),
      consequence: 'No new addresses are assigned from it. A range with addresses in use cannot be removed.',
      errorTitle: `Could not remove ${text}`,
    },
    done: `Range ${text} removed`,
  })
}

interface Link {
  pool: string
  /** by id: the API looks names up too, but an id survives a rename */
  siloId: string
  siloName: string
  isDefault: boolean
  /** the silo's default pool, where it is known and another one */
  otherDefault?: string | undefined
}

export const makeDefaultAction = ({ pool, siloId, siloName, otherDefault }: Link, whyNot?: string): Action =>
  apiAction({
    label: 'Make default',
    icon: 'default',
    whyNot,
    operation: 'ip_pool_silo_update',
    params: { path: { pool, silo: siloId }, body: { isDefault: true } },
    ask: {
      title: 'Make default pool',
      content: (
        <>
          Make <strong>{pool}</strong> the default pool of <strong>{siloName}</strong>
          {otherDefault && ` instead of ${otherDefault}`}?
        </>
      ),
      consequence: 'New external IPs come from it unless another pool is selected. Existing addresses are kept.',
      actionLabel: 'Make default',
      errorTitle: 'Could not change the default pool',
    },
    done: `“${pool}” is now the default IP pool of silo ${siloName}`,
  })

export const clearDefaultAction = ({ pool, siloId, siloName }: Link, whyNot?: string): Action =>
  apiAction({
    label: 'Clear default',
    icon: 'clear',
    caution: true,
    whyNot,
    operation: 'ip_pool_silo_update',
    params: { path: { pool, silo: siloId }, body: { isDefault: false } },
    ask: {
      title: 'Clear default pool',
      content: bold`Leave ${siloName} without a default pool?`,
      consequence: 'Users must choose a pool for every external IP, and instances cannot be created without one.',
      actionLabel: 'Clear default',
      errorTitle: 'Could not clear the default pool',
    },
    done: `Silo ${siloName} has no default IP pool`,
  })

export const unlinkAction = ({ pool, siloId, siloName, isDefault }: Link, whyNot?: string): Action =>
  apiAction({
    label: 'Unlink',
    icon: 'detach',
    caution: true,
    whyNot,
    operation: 'ip_pool_silo_unlink',
    params: { path: { pool, silo: siloId } },
    ask: {
      title: 'Unlink silo',
      content: bold`Unlink ${siloName} from ${pool}?`,
      consequence: 'Its users can no longer use the pool. A pool with addresses in use by the silo cannot be unlinked.',
      actionLabel: 'Unlink',
      errorTitle: `Could not unlink ${siloName}`,
    },
    done: `Silo ${siloName} unlinked from IP pool “${pool}”`,
    undo: () => async () => {
      await send('ip_pool_silo_link', { path: { pool }, body: { silo: siloId, isDefault } })
      return `Silo ${siloName} linked to IP pool “${pool}” again`
    },
  })

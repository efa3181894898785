// The filters of an audit log in the address, and the actions of its rows, most of which set one.
import { useLocation, type NavigateOptions } from 'react-router'
import { useAddress, useNextLocation } from '../../address.ts'
import { copyIdAction, copyTextAction, type Action } from '../../action/action.tsx'
import { filterNames, type ActivityEvent, type AuditEvent, type FilterName, type Filters } from './audit-queries.ts'

export function useAuditFilters(options: NavigateOptions = {}) {
  const address = useAddress()
  const { search } = address
  const { pathname } = useLocation()
  const next = useNextLocation()
  // the address changes when the entries have arrived; until then the controls show what was chosen
  const isChanging = next?.pathname === pathname
  const chosen = isChanging ? new URLSearchParams(next.search) : search
  const change = (changes: Filters) =>
    address.change((wanted) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value) wanted.set(name, value)
        else wanted.delete(name)
      }
    }, options)
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, ''])))
  const only = (label: string, name: FilterName, value: string | null): Action[] =>
    value ? [{ label, icon: 'filter', run: () => change({ [name]: value }) }] : []
  const actions = (event: AuditEvent | ActivityEvent): Action[] => [
    ...(event.requestId ? [copyTextAction('Copy request ID', event.requestId)] : []),
    ...(event.targetId ? [{ ...copyIdAction(event.targetId), label: 'Copy target ID' }] : []),
    ...only('Only this actor', 'actor', event.actorId),
    ...only('Only this operation', 'operation', event.operation),
  ]
  return { search, chosen, isChanging, change, clear, only, actions }
}

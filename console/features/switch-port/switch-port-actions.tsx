// What operators can do to a switch port.
import { apiAction, type Action } from '../../action/action.tsx'
import type { PortAt } from './switch-port-queries.ts'

export const applyAction = (open: () => void, whyNot: string | undefined): Action => ({
  label: 'Apply settings',
  icon: 'attach',
  whyNot,
  run: open,
})

/** `settings` is the name of what is applied now. */
export function clearAction(at: PortAt, settings: string | undefined, whyNotFleet: string | undefined): Action {
  const { rackId, location, port } = at
  return apiAction({
    label: 'Clear settings',
    icon: 'clear',
    caution: true,
    whyNot: whyNotFleet ?? (settings ? undefined : 'The port has no settings.'),
    operation: 'networking_switch_port_clear_settings',
    params: { path: { port }, query: { rackId, switchLocation: location } },
    ask: {
      title: 'Clear settings',
      content: (
        <>
          Clear <strong>{settings}</strong> from {port} on <strong>{location}</strong>?
        </>
      ),
      consequence: 'The port is turned off: its links, BGP sessions and routes go down. The settings are kept.',
      errorTitle: `Could not clear ${port} on ${location}`,
    },
    done: `Settings cleared from ${port} on ${location}`,
  })
}

// What operators can do to port settings.
import { deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'

export const editSettingsAction = (name: string, whyNot: string | undefined): Action => ({
  label: 'Edit',
  icon: 'edit',
  whyNot,
  to: paths.portSettingsEdit({ settings: name }),
})

interface DeleteSettings {
  whyNot: string | undefined
  /** names of the ports that have them */
  ports: readonly string[]
  onDone?: () => unknown
}

/** The API deletes settings in use, so the question says what that turns off. */
export const deleteSettingsAction = (name: string, { whyNot, ports, onDone }: DeleteSettings): Action =>
  deleteAction({
    kind: 'port settings',
    name,
    operation: 'networking_switch_port_settings_delete',
    params: { query: { portSettings: name } },
    whyNot,
    consequence:
      ports.length > 0
        ? `This turns off ${ports.join(', ')}. Links, BGP sessions and routes there go down. Address lots are kept.`
        : 'No port uses them. Their addresses return to their lots.',
    onDone,
  })

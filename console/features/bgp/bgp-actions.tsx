// What operators can do to BGP configurations and announce sets.
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'

interface Delete {
  whyNot: string | undefined
  onDone?: () => unknown
}

export const deleteConfigAction = ({ name }: Model<'BgpConfig'>, { whyNot, onDone }: Delete): Action =>
  deleteAction({
    kind: 'BGP configuration',
    name,
    operation: 'networking_bgp_config_delete',
    params: { query: { nameOrId: name } },
    whyNot,
    consequence: 'Announce sets are kept. A configuration used in port settings cannot be deleted.',
    onDone,
  })

export const editSetAction = (name: string, whyNot: string | undefined): Action => ({
  label: 'Edit',
  icon: 'edit',
  whyNot,
  to: paths.announceSetEdit({ set: name }),
})

export const deleteSetAction = ({ name }: Model<'BgpAnnounceSet'>, { whyNot, onDone }: Delete): Action =>
  deleteAction({
    kind: 'announce set',
    name,
    operation: 'networking_bgp_announce_set_delete',
    params: { path: { announceSet: name } },
    whyNot,
    consequence: 'Address lots are kept. A set used by a BGP configuration cannot be deleted.',
    onDone,
  })

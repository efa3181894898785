// Undo of a deletion: until when it is possible, for the dialog, and the undo of the toast.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { send } from '../api.ts'
import { deletedSettings, lastDeleted, ownRetention, type DeletedFrom } from '../deleted-queries.ts'
import { useMe } from '../me.ts'
import type { Undo } from '../ui/overlay/toast.ts'
import { useLoad } from '../use-api.ts'
import { dateTimeText } from '../util/time-text.ts'
import { whyNotCall } from '../why-not.ts'

type LeftOut = Model<'DeletedLeftOut'>

export interface Restorable {
  /** singular, as in a sentence: 'disk' */
  kind: string
  id: string
  from: DeletedFrom
}

/** Whether the user could restore it: whoever may delete something in a project may create it, but not so projects. */
const whyNotRestore = (from: DeletedFrom) => ('silo' in from ? whyNotCall('project_create') : undefined)

/** For the confirmation. Nothing where deletions are final. */
export function RestorableUntil({ from }: { from: DeletedFrom }) {
  const { user } = useMe()
  const { data } = useLoad(deletedSettings(user.siloName), { optional: true })
  const [now] = useState(() => Date.now())
  const seconds = data?.type === 'success' ? data.data.retentionSeconds : undefined
  if (seconds === undefined || whyNotRestore(from)) return null
  if (seconds === 0) return <> This cannot be undone.</>
  return <> You can restore it until {dateTimeText(new Date(now + seconds * 1000))}.</>
}

/** Undefined where deletions are final. */
export function undoDeletion({ kind, id, from }: Restorable): Undo | undefined {
  if (ownRetention() === undefined || whyNotRestore(from)) return undefined
  return async () => {
    const { items } = await lastDeleted(from).fetch(new AbortController().signal)
    const found = items.find(({ resourceId }) => resourceId === id)
    if (!found) throw new Error('It was restored already, or removed for good.')
    const { name, leftOut } = await send('deleted_restore', { path: { id: found.id }, body: {} })
    return `${capitalize(kind)} ${name} restored${leftOutText(leftOut)}`
  }
}

const nouns: Record<LeftOut['noun'], string> = {
  instance: 'instance',
  disk: 'disk',
  snapshot: 'snapshot',
  image: 'image',
  vpc: 'VPC',
  project: 'project',
  vpc_subnet: 'subnet',
  affinity_group: 'affinity group',
  anti_affinity_group: 'anti-affinity group',
  network_interface: 'interface',
  floating_ip: 'floating IP',
  ephemeral_ip: 'ephemeral IP',
  ip_pool: 'IP pool',
}

const reasons: Record<LeftOut['reason'], string> = {
  attached_elsewhere: 'is attached elsewhere',
  deleted: 'was deleted',
  busy: 'cannot be attached now',
  name_taken: 'stays deleted because its name is taken',
  address_taken: 'lost its address',
}

/** ". Disk data-1 is attached elsewhere. Interface net0 lost its address" */
export const leftOutText = (leftOut: readonly LeftOut[]): string =>
  leftOut.map(({ noun, name, reason }) => `. ${capitalize(nouns[noun])} ${name} ${reasons[reason]}`).join('')

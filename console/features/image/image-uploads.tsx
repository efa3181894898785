// The uploads of a project that have not become images: under way, interrupted or failed. Shown only while there are any.
import type { Model } from '#contract/client.ts'
import { apiAction, bold, type Action } from '../../action/action.tsx'
import { useMe } from '../../me.ts'
import { createdColumn, nameColumn } from '../../table/columns.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Truncate } from '../../ui/display/copy.tsx'
import { useNow } from '../../ui/display/dates.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { paths } from '../../paths.ts'
import { useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { imageUploads } from './image-queries.ts'

type Upload = Model<'ImageUpload'>
type State = 'uploading' | 'interrupted' | 'fetching' | 'making image' | 'failed'

const POLL_MS = 2000
/** The host notes every second what has arrived. */
const INTERRUPTED_MS = 15_000

const tones: Record<State, Tone> = {
  uploading: 'transition',
  interrupted: 'notice',
  fetching: 'transition',
  'making image': 'creating',
  failed: 'danger',
}

function stateOf({ state, timeModified }: Upload, now: Date): State | undefined {
  if (state === 'receiving')
    return now.getTime() - timeModified.getTime() > INTERRUPTED_MS ? 'interrupted' : 'uploading'
  if (state === 'done') return undefined
  return state === 'converting' ? 'making image' : state
}

function progressText({ state, size, received, percent, problem }: Upload): string {
  if (state === 'failed') return problem ?? ''
  if (state === 'converting') return percent === null || percent === undefined ? '' : `${percent}%`
  return size ? `${bytesText(received)} of ${bytesText(size)}` : bytesText(received)
}

const columnsOf = (now: Date): Column<Upload>[] => [
  nameColumn(),
  {
    id: 'state',
    header: 'State',
    early: true,
    cell(upload) {
      const state = stateOf(upload, now)
      return (
        state && (
          <Badge tone={tones[state]} busy={state !== 'interrupted' && state !== 'failed'}>
            {state}
          </Badge>
        )
      )
    },
  },
  { id: 'progress', header: 'Progress', cell: (upload) => <Truncate text={progressText(upload)} maxLength={60} /> },
  {
    id: 'from',
    header: 'From',
    cell: ({ url }) => (url ? <Truncate text={url} maxLength={40} /> : 'File'),
  },
  createdColumn(),
]

function actionsOf({ id, name, url, userId }: Upload, state: State | undefined, project: string, me: string): Action[] {
  const remove = { icon: 'delete', operation: 'image_upload_delete', params: { path: { upload: id } } } as const
  if (state === 'failed') return [apiAction({ ...remove, label: 'Remove from list' })]
  const isOwn = userId === me
  return [
    ...(state === 'interrupted' && !url
      ? [
          {
            label: 'Continue',
            whyNot: isOwn ? undefined : 'Only whoever began it can continue it',
            to: `${paths.imagesNew({ project })}?continue=${id}`,
          },
        ]
      : []),
    apiAction({
      ...remove,
      label: 'Cancel upload',
      danger: true,
      ask: {
        title: 'Cancel upload',
        content: bold`Cancel the upload of image ${name}?`,
        consequence: url ? 'What was fetched so far is deleted.' : 'What was uploaded so far is deleted.',
        errorTitle: `Could not cancel the upload of ${name}`,
      },
      done: `Upload of ${name} canceled`,
    }),
  ]
}

export function ImageUploads({ project }: { project: string }) {
  const now = useNow()
  const { user } = useMe()
  const found = useLoad(imageUploads(project), { optional: true }).data
  const uploads = found?.type === 'success' ? found.data.items.filter(({ state }) => state !== 'done') : []
  const rows = uploads.toSorted((a, b) => b.timeCreated.getTime() - a.timeCreated.getTime())
  const isMoving = rows.some((upload) => !['interrupted', 'failed'].includes(stateOf(upload, now) ?? ''))
  // progress alone is not announced
  useLoad(imageUploads(project), { optional: true, poll: isMoving && POLL_MS })
  if (rows.length === 0) return null
  return (
    <div className="mb-5">
      <TableCard
        title="Uploads"
        text="Interrupted uploads are kept for a day. Uploaded data counts toward the storage quota until the image is created."
        columns={columnsOf(now)}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={(upload) => actionsOf(upload, stateOf(upload, now), project, user.id)}
      />
    </div>
  )
}

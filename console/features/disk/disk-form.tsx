// A new disk: blank, from a snapshot or from an image. DiskForm creates it; DiskDraftForm only describes it, for a form that creates
// it together with other resources.
import { MAX_DISK_GIB } from '#contract/limits.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { canSnapshot } from '#contract/snapshot-states.ts'
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { NativeSelectField, NumberField, RadioField } from '../../form/value-fields.tsx'
import { DraftForm } from '../../form/draft-form.tsx'
import { DescriptionField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { LabelsField } from '../../form/labels-field.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { imageItems } from '../image/image-names.tsx'
import { useOptions } from '../../form/use-options.ts'
import { first1000Disks } from './disk-queries.ts'
import { first1000Images, first1000SiloImages, imageList, siloImageList } from '../image/image-queries.ts'
import { first1000Snapshots, snapshotList } from '../snapshot/snapshot-queries.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { leastGiB, nextTen } from '../../util/disk-size.ts'
import { bytesText, GiB } from '../../util/format.ts'
import { dateTimeText } from '../../util/time-text.ts'
import { UntakenNameField } from './disk-name-field.tsx'

type Disk = Model<'Disk'>
export type DiskCreate = Model<'DiskCreate'>

interface DiskValues {
  name: string
  description: string
  source: 'blank' | 'snapshot' | 'image'
  blockSize: string
  snapshot: string
  image: string
  size: number
}

const defaults: DiskValues = {
  name: '',
  description: '',
  source: 'blank',
  blockSize: '4096',
  snapshot: '',
  image: '',
  size: 10,
}

function sourceOf({ source, blockSize, snapshot, image }: DiskValues): DiskCreate['diskSource'] {
  switch (source) {
    case 'blank':
      return { type: 'blank', blockSize: Number(blockSize) as 512 | 2048 | 4096 }
    case 'snapshot':
      return { type: 'snapshot', snapshotId: snapshot }
    case 'image':
      return { type: 'image', imageId: image }
  }
}

const toBody = (values: DiskValues): DiskCreate => ({
  name: values.name,
  description: values.description,
  diskSource: sourceOf(values),
  size: values.size * GiB,
})

interface FieldsProps {
  project: string
  /** names reserved by other drafts */
  taken?: readonly string[]
}

interface DiskFormProps extends FieldsProps {
  /** what the disk is restored from, unless another source is chosen */
  snapshot?: { id: string; size: number } | undefined
  onDone: (disk: Disk) => unknown
  onClose: () => void
}

export function DiskForm({ project, taken, snapshot, onDone, onClose }: DiskFormProps) {
  const restored = snapshot && { source: 'snapshot' as const, snapshot: snapshot.id, size: snapshot.size / GiB }
  return (
    <SideForm
      operation="disk_create"
      title="Create disk"
      labels={{ kind: 'disk', project }}
      defaultValues={{ ...defaults, ...restored }}
      toParams={(values: DiskValues) => ({ query: { project }, body: toBody(values) })}
      onSuccess={(disk) => {
        toast(`Disk ${disk.name} created`)
        return onDone(disk)
      }}
      onClose={onClose}
    >
      <DiskFields project={project} taken={taken} />
      <LabelsField kind="disk" project={project} />
      <DiskStorage />
    </SideForm>
  )
}

function DiskStorage() {
  const size = useWatch<DiskValues, 'size'>({ name: 'size' })
  const { data } = useLoad(utilization(), { optional: true })
  return <StorageUse bytes={size * GiB} use={data} />
}

interface DraftProps extends FieldsProps {
  onDone: (disk: DiskCreate) => void
  onClose: () => void
}

export function DiskDraftForm({ project, taken = [], onDone, onClose }: DraftProps) {
  const { data } = useLoad(first1000Disks(project))
  const all = [...taken, ...(data?.items ?? []).map(({ name }) => name)]
  return (
    <DraftForm<DiskValues>
      title="Create new disk"
      submitLabel="Add disk"
      defaultValues={defaults}
      onSubmit={(values) => onDone(toBody(values))}
      onClose={onClose}
    >
      <DiskFields project={project} taken={all} />
    </DraftForm>
  )
}

const sources = [
  { value: 'blank', label: 'Blank' },
  { value: 'snapshot', label: 'Snapshot' },
  { value: 'image', label: 'Image' },
] as const

const blockSizes = ['512', '2048', '4096'].map((value) => ({ value, label: `${value} bytes` }))

function DiskFields({ project, taken = [] }: FieldsProps) {
  const { setValue, getValues } = useFormContext<DiskValues>()
  const source = useWatch<DiskValues, 'source'>({ name: 'source' })
  const { least, onChosen, snapshots, images } = useSources(project, (bytes) => {
    if (getValues('size') * GiB < bytes) setValue('size', nextTen(bytes), { shouldValidate: true })
  })
  return (
    <>
      <UntakenNameField taken={taken} />
      <DescriptionField />
      <RadioField name="source" label="Source" look="inline" options={sources} />
      {source === 'blank' && <NativeSelectField name="blockSize" label="Block size" required items={blockSizes} />}
      {source === 'snapshot' && (
        <ComboboxField
          name="snapshot"
          label="Source snapshot"
          required
          placeholder="Select a snapshot"
          {...snapshots}
          onChosen={onChosen}
        />
      )}
      {source === 'image' && (
        <ComboboxField
          name="image"
          label="Source image"
          required
          placeholder="Select an image"
          {...images}
          onChosen={onChosen}
        />
      )}
      <NumberField name="size" label="Size" required unit="GiB" min={least} max={MAX_DISK_GIB} />
    </>
  )
}

/** The possible sources of a disk, and the minimum size for the chosen one. */
function useSources(project: string, raise: (bytes: number) => void) {
  const snapshots = useLoad(first1000Snapshots(project))
  const ofProject = useLoad(first1000Images(project))
  const ofSilo = useLoad(first1000SiloImages())
  const disks = useLoad(first1000Disks(project))
  const [source, snapshot, image] = useWatch<DiskValues, ['source', 'snapshot', 'image']>({
    name: ['source', 'snapshot', 'image'],
  })
  const diskNames = new Map(disks.data?.items.map(({ id, name }) => [id, name]))
  const images = [
    ...useOptions(ofProject.data, (page) => imageList(project, page)),
    ...useOptions(ofSilo.data, siloImageList),
  ]
  const ready = useOptions(snapshots.data, (page) => snapshotList(project, page)).filter(({ state }) =>
    canSnapshot('create_disk', state),
  )
  const sizes = new Map([...ready, ...images].map(({ id, size }) => [id, size]))
  const chosen = { blank: undefined, snapshot, image }[source]
  return {
    least: leastGiB((chosen && sizes.get(chosen)) || 0),
    onChosen: (id: string) => raise(sizes.get(id) ?? 0),
    snapshots: {
      loading: snapshots.isPending,
      items: ready.map(({ id, name, timeCreated, diskId, size }) => ({
        value: id,
        label: name,
        content: (
          <>
            {name}
            <span className="block text-xs text-muted">
              {[dateTimeText(timeCreated), diskNames.get(diskId), bytesText(size)].filter(Boolean).join(' / ')}
            </span>
          </>
        ),
      })),
    },
    images: { loading: ofProject.isPending || ofSilo.isPending, items: imageItems(images, { withOwner: true }) },
  }
}

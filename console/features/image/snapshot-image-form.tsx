// Creating an image from a snapshot.
import type { Model } from '#contract/client.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { LabelsField } from '../../form/labels-field.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { SystemFields } from './image-fields.tsx'
import { whyNotSnapshot } from '#contract/snapshot-states.ts'
import { paths } from '../../paths.ts'
import { Properties } from '../../ui/display/properties.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { whyNoStorage } from '../../util/quota.ts'
import { utilization } from '../utilization/utilization-queries.ts'

interface SnapshotImageFormProps {
  project: string
  snapshot: Model<'Snapshot'>
  onDone: (image: Model<'Image'>) => unknown
  onClose: () => void
}

interface Values {
  name: string
  description: string
  os: string
  version: string
}

export function SnapshotImageForm({ project, snapshot, onDone, onClose }: SnapshotImageFormProps) {
  const { data: use } = useLoad(utilization(), { optional: true })
  const noRoom = use && whyNoStorage('The image', snapshot.size, use)
  return (
    <SideForm
      operation="image_create"
      title="Create image from snapshot"
      submitLabel="Create image"
      labels={{ kind: 'image', project }}
      whyNot={whyNotSnapshot('create_image', snapshot) ?? noRoom}
      defaultValues={{ name: snapshot.name, description: '', os: '', version: '' }}
      toParams={(values: Values) => ({
        query: { project },
        body: { ...values, source: { type: 'snapshot' as const, id: snapshot.id } },
      })}
      onSuccess={(image) => {
        const link = { label: 'View images', to: paths.images({ project }) }
        toast({ content: `Image ${image.name} created`, link })
        return onDone(image)
      }}
      onClose={onClose}
    >
      {noRoom && <Message tone="danger">{noRoom}</Message>}
      <Properties
        items={[
          { name: 'Snapshot', value: snapshot.name },
          { name: 'Project', value: project },
          { name: 'Size', value: bytesText(snapshot.size) },
        ]}
      />
      <NameField />
      <DescriptionField />
      <SystemFields />
      <LabelsField kind="image" project={project} />
      <StorageUse bytes={snapshot.size} use={use} />
    </SideForm>
  )
}

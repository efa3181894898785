// Sharing a project's image with the whole silo.
import { useFormContext, useWatch } from 'react-hook-form'
import { useLoad } from '../../use-api.ts'
import { ComboboxField, SelectField } from '../../form/choice-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { imageItems } from './image-items.tsx'
import { first1000Images } from './image-queries.ts'
import { first1000Projects } from '../project/project-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface Values {
  project: string
  image: string
}

export function ImagePromoteForm({ onClose }: { onClose: () => void }) {
  return (
    <SideForm
      operation="image_promote"
      title="Promote image"
      defaultValues={{ project: '', image: '' }}
      toParams={({ image }: Values) => ({ path: { image } })}
      onSuccess={({ name }) => {
        toast(`Image ${name} promoted`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>A promoted image belongs to the silo: every project can make disks from it.</Message>
      <Fields />
    </SideForm>
  )
}

function Fields() {
  const { setValue } = useFormContext<Values>()
  const project = useWatch<Values, 'project'>({ name: 'project' })
  const projects = useLoad(first1000Projects())
  const images = useLoad(first1000Images(project), { enabled: project !== '' })
  // the answer before stays until the next is there: images of another project must not be offered
  const isOther = images.isPlaceholderData
  return (
    <>
      <ComboboxField
        name="project"
        label="Project"
        required
        placeholder="Select a project"
        loading={projects.isPending}
        items={(projects.data?.items ?? []).map(({ name }) => ({ value: name, label: name }))}
        onChosen={() => setValue('image', '')}
      />
      <SelectField
        name="image"
        label="Image"
        required
        placeholder={project ? 'Select an image' : 'Select a project first'}
        emptyText={project ? 'This project has no images' : 'Select a project first'}
        loading={project !== '' && (images.isPending || isOther)}
        items={project && !isOther ? imageItems(images.data?.items ?? []) : []}
      />
    </>
  )
}

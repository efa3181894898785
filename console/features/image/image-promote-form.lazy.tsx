// Sharing a project's image with the whole silo.
import { useFormContext, useWatch } from 'react-hook-form'
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { imageItems } from './image-names.tsx'
import { useOptions } from '../../form/use-options.ts'
import { first1000Images, imageList } from './image-queries.ts'
import { first1000Projects, projectList } from '../project/project-queries.ts'
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
      <Message>A promoted image belongs to the silo: every project can create disks from it.</Message>
      <Fields />
    </SideForm>
  )
}

function Fields() {
  const { setValue } = useFormContext<Values>()
  const project = useWatch<Values, 'project'>({ name: 'project' })
  const projects = useLoad(first1000Projects())
  const images = useLoad(first1000Images(project), { enabled: project !== '' })
  const options = useOptions(projects.data, projectList)
  const offered = useOptions(images.data, (page) => imageList(project, page))
  // useLoad keeps the previous data: images of another project must not be offered
  const isOther = images.isPlaceholderData
  return (
    <>
      <ComboboxField
        name="project"
        label="Project"
        required
        placeholder="Select a project"
        loading={projects.isPending}
        items={options.map(({ name }) => ({ value: name, label: name }))}
        onChosen={() => setValue('image', '')}
      />
      <ComboboxField
        name="image"
        label="Image"
        required
        placeholder={project ? 'Select an image' : 'Select a project first'}
        disabled={project === ''}
        help={project && images.data?.items.length === 0 ? 'This project has no images.' : undefined}
        loading={project !== '' && (images.isPending || isOther)}
        items={project && !isOther ? imageItems(offered) : []}
      />
    </>
  )
}

// Demoting a silo image to one project.
import type { Model } from '#contract/client.ts'
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { paths } from '../../paths.ts'
import { useOptions } from '../../form/use-options.ts'
import { first1000Projects, projectList } from '../project/project-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface ImageDemoteProps {
  image: Model<'Image'>
  onClose: () => void
}

export function ImageDemoteForm({ image, onClose }: ImageDemoteProps) {
  const { data, isPending } = useLoad(first1000Projects())
  const projects = useOptions(data, projectList)
  return (
    <SideForm
      operation="image_demote"
      title="Demote image"
      defaultValues={{ project: '' }}
      toParams={({ project }: { project: string }) => ({ path: { image: image.id }, query: { project } })}
      onSuccess={(_, { project }) => {
        const link = { label: `View images in ${project}`, to: paths.images({ project }) }
        toast({ content: `Image ${image.name} demoted`, link })
        onClose()
      }}
      onClose={onClose}
    >
      <Properties items={[{ name: 'Image', value: image.name }]} />
      <Message>Only the selected project can use it. Existing disks are kept.</Message>
      <ComboboxField
        name="project"
        label="Project"
        required
        placeholder="Select a project"
        loading={isPending}
        items={projects.map(({ name }) => ({ value: name, label: name }))}
      />
    </SideForm>
  )
}

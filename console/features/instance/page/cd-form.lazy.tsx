// Inserting an ISO image into the CD drive of an instance.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ComboboxField } from '../../../form/combobox-field.tsx'
import { SideForm } from '../../../form/form-shell.tsx'
import { useOptions } from '../../../form/use-options.ts'
import { CheckboxField } from '../../../form/value-fields.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useLoad } from '../../../use-api.ts'
import { first1000Images, first1000SiloImages, imageList, siloImageList } from '../../image/image-queries.ts'
import { atInstance } from '../instance-queries.ts'

interface Values {
  image: string
  bootOnce: boolean
}

interface CdInsertProps {
  project: string
  instance: string
  isRunning: boolean
  onClose: () => void
}

export function CdInsertForm({ project, instance, isRunning, onClose }: CdInsertProps) {
  return (
    <SideForm
      operation="instance_cd_insert"
      title="Insert CD"
      defaultValues={{ image: '', bootOnce: !isRunning }}
      toParams={({ image, bootOnce }: Values) => ({ ...atInstance(project, instance), body: { image, bootOnce } })}
      onSuccess={({ imageName, state }) => {
        toast(
          state === 'inserting'
            ? { title: `CD ${imageName} is being inserted`, content: 'Its sled does not answer yet.', tone: 'info' }
            : {
                title: `CD ${imageName} inserted`,
                content: isRunning ? 'The guest sees a new CD. Mount it there.' : 'The next start has it.',
              },
        )
        onClose()
      }}
      onClose={onClose}
    >
      <Fields project={project} isRunning={isRunning} />
    </SideForm>
  )
}

function Fields({ project, isRunning }: { project: string; isRunning: boolean }) {
  const own = useLoad(first1000Images(project))
  const shared = useLoad(first1000SiloImages())
  const ownImages = useOptions(own.data, (page) => imageList(project, page))
  const siloImages = useOptions(shared.data, siloImageList)
  const bootsOnce = useWatch<Values, 'bootOnce'>({ name: 'bootOnce' })
  return (
    <>
      <ComboboxField
        name="image"
        label="Image"
        required
        placeholder="Select an image"
        emptyText="No images"
        loading={own.isPending || shared.isPending}
        items={[...ownImages.map((image) => itemOf(image)), ...siloImages.map((image) => itemOf(image, 'silo image'))]}
        help="Must be an ISO image. Upload one on the images page."
      />
      <CheckboxField
        name="bootOnce"
        label="Boot from it once"
        help="The next start boots from the CD. When its guest reboots, and at later starts, the boot disk is used."
      />
      {isRunning && bootsOnce && (
        <Message>A reboot is not a start: stop the instance and start it to boot from the CD.</Message>
      )}
    </>
  )
}

const itemOf = ({ id, name, os, version }: Model<'Image'>, kind?: string) => ({
  value: id,
  label: name,
  content: (
    <>
      {name}
      <span className="block text-xs text-muted">{[os, version, kind].filter(Boolean).join(' / ')}</span>
    </>
  ),
})

// What a new instance boots from: a disk made from an image of the silo or of the project, or a disk that is there.
import { MAX_DISK_GIB } from '#contract/limits.ts'
import { Disc3, HardDrive } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ComboboxField } from '../../../form/combobox-field.tsx'
import { useControl } from '../../../form/form-control.ts'
import { NumberField } from '../../../form/value-fields.tsx'
import { diskItems } from '../../disk/disk-names.tsx'
import { FormTabs } from '../../../form/form-tabs.tsx'
import { imageItems } from '../../image/image-names.tsx'
import { imageView } from '../../image/image-queries.ts'
import { prefetch } from '../../../api.ts'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { leastGiB, nextTen } from '../../../util/disk-size.ts'
import { GiB } from '../../../util/format.ts'
import { UntakenNameField } from '../../disk/disk-name-field.tsx'
import { useImageNotes } from './image-notes.ts'
import { ImageTiles } from './image-tiles.tsx'
import { Section } from './section.tsx'
import { chosenImage, type Image, type InstanceValues } from './values.ts'

interface BootDiskProps {
  project: string
  siloImages: readonly Image[]
  projectImages: readonly Image[]
  free: readonly Model<'Disk'>[]
  /** names of all disks of the project */
  taken: readonly string[]
}

const tabs = [
  { value: 'silo', label: 'Silo images' },
  { value: 'project', label: 'Project images' },
  { value: 'disk', label: 'Existing disks' },
] as const

export function BootDiskSection({ project, siloImages, projectImages, free, taken }: BootDiskProps) {
  const { setValue } = useFormContext<InstanceValues>()
  const [tab, disks] = useWatch<InstanceValues, ['bootTab', 'disks']>({ name: ['bootTab', 'disks'] })
  const images = tab === 'silo' ? siloImages : projectImages
  const names = [...taken, ...disks.map(({ name }) => name)]
  const others = free.filter(({ name }) => !disks.some((disk) => disk.name === name))
  return (
    <Section title="Boot disk">
      {siloImages.length + projectImages.length + free.length === 0 && (
        <Message tone="notice">Nothing to boot from yet. Add an image to continue.</Message>
      )}
      <FormTabs
        label="Boot disk"
        tabs={tabs}
        value={tab}
        onChange={(next) => setValue('bootTab', next, { shouldDirty: true })}
      >
        {tab === 'disk' ? (
          others.length > 0 ? (
            <ComboboxField key="disk" name="bootDisk" label="Disk" required items={diskItems(others)} />
          ) : (
            <NothingHere name="bootDisk">
              <EmptyState
                icon={<Icon icon={HardDrive} />}
                title="No detached disks"
                text="Detached disks in this project appear here."
              />
            </NothingHere>
          )
        ) : images.length > 0 ? (
          <ImageFields
            key={tab}
            label={tab === 'silo' ? 'Silo images' : 'Project images'}
            name={tab === 'silo' ? 'siloImage' : 'projectImage'}
            images={images}
            taken={names}
          />
        ) : (
          <NothingHere key={tab} name={tab === 'silo' ? 'siloImage' : 'projectImage'}>
            <NoImages project={project} tab={tab} />
          </NothingHere>
        )}
      </FormTabs>
    </Section>
  )
}

const NOTHING_CHOSEN = 'Select an image or a detached disk to boot from'

/** A tab without anything to choose. Submitting from it fails here instead of sending an empty name. */
function NothingHere({ name, children }: { name: 'siloImage' | 'projectImage' | 'bootDisk'; children: ReactNode }) {
  const { ref, error } = useControl({ name, label: '', rules: { validate: () => NOTHING_CHOSEN } })
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
      {error && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

interface ImageFieldsProps {
  label: string
  name: 'siloImage' | 'projectImage'
  images: readonly Image[]
  taken: readonly string[]
}

function ImageFields({ label, name, images, taken }: ImageFieldsProps) {
  const noteOf = useImageNotes()
  const { setValue, getValues, formState } = useFormContext<InstanceValues>()
  const values = useWatch<InstanceValues>()
  const image = images.find(({ id }) => id === chosenImage(values as InstanceValues))
  const raise = (id: string) => {
    const size = images.find((one) => one.id === id)?.size ?? 0
    // never lowered: the user may have chosen it
    if (getValues('bootSize') * GiB < size) setValue('bootSize', nextTen(size))
  }
  return (
    <div className="space-y-4">
      <ImageTiles
        label={label}
        images={images}
        noteOf={noteOf}
        value={image?.id ?? ''}
        onChange={(id) => {
          setValue(name, id, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          raise(id)
        }}
      />
      <ComboboxField name={name} label="Image" required items={imageItems(images, { noteOf })} onChosen={raise} />
      <NumberField
        name="bootSize"
        label="Disk size"
        required
        unit="GiB"
        min={leastGiB(image?.size ?? 0)}
        max={MAX_DISK_GIB}
      />
      <UntakenNameField
        name="bootName"
        label="Disk name"
        required={false}
        help="Leave blank to generate a name."
        taken={taken}
      />
    </div>
  )
}

const FirstImage = lazyPopup(async () => (await import('../../image/first-image.lazy.tsx')).FirstImage)
const stay = () => undefined

function NoImages({ project, tab }: { project: string; tab: 'silo' | 'project' }) {
  const { setValue } = useFormContext<InstanceValues>()
  const choose = async (name: string) => {
    const { id } = await prefetch(imageView(project, name))
    setValue('bootTab', 'project', { shouldDirty: true })
    setValue('projectImage', id, { shouldDirty: true })
  }
  return tab === 'silo' ? (
    <EmptyState
      icon={<Icon icon={Disc3} />}
      title="No silo images"
      text="Promote a project image to use it in every project."
    />
  ) : (
    <EmptyState
      icon={<Icon icon={Disc3} />}
      title="No project images"
      text="Start with a tiny image that only says hello, or upload your own."
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <FirstImage project={project} onImage={(name) => void choose(name)} onClose={stay} />
        </span>
      }
    />
  )
}

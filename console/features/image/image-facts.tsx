// What there is to know about an image, to read and to copy: images are never changed.
import type { Model } from '#contract/client.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/input/field.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { TextArea, TextInput } from '../../ui/input/text-input.tsx'
import { bytesText } from '../../util/format.ts'

interface ImageFactsProps {
  image: Model<'Image'>
  title: string
  sharedWith: string
  onClose: () => void
}

export function ImageFacts({ image, title, sharedWith, onClose }: ImageFactsProps) {
  const { name, description, os, version, id, size, blockSize, digest, timeCreated, timeModified } = image
  return (
    <SideModal title={title} subtitle={name} onDismiss={onClose}>
      <div className="space-y-5">
        <Properties
          items={[
            { name: 'Shared with', value: sharedWith },
            { name: 'ID', value: <CopyText text={id} /> },
            { name: 'Size', value: bytesText(size) },
            { name: 'Block size', value: `${blockSize} bytes` },
            { name: 'SHA-256', value: digest && <CopyText text={digest.value} position="middle" /> },
            { name: 'Created', value: <DateTime value={timeCreated} /> },
            { name: 'Updated', value: <DateTime value={timeModified} /> },
          ]}
        />
        <Field label="Name" required>
          <TextInput value={name} disabled readOnly />
        </Field>
        <Field label="Description" required>
          <TextArea value={description} rows={2} disabled readOnly />
        </Field>
        <Field label="OS" required>
          <TextInput value={os} disabled readOnly />
        </Field>
        <Field label="Version" required>
          <TextInput value={version} disabled readOnly />
        </Field>
      </div>
    </SideModal>
  )
}

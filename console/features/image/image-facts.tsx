// The properties of an image, over the list. Of an image, only the architecture and the labels can be changed.
import type { Model } from '#contract/client.ts'
import { useArchitectureFact } from '../../table/architecture-fact.tsx'
import { useLabelsFact } from '../../table/labels-fact.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { bytesText } from '../../util/format.ts'

interface ImageFactsProps {
  image: Model<'Image'>
  /** left out for an image of the silo */
  project?: string
  onClose: () => void
}

export function ImageFacts({ image, project, onClose }: ImageFactsProps) {
  const { name, description, os, version, id, size, blockSize, digest, timeCreated, timeModified } = image
  const scope = { kind: 'image' as const, ...(project !== undefined && { project }) }
  return (
    <SideModal title={project === undefined ? 'Silo image' : 'Project image'} subtitle={name} onDismiss={onClose}>
      <Properties
        items={[
          { name: 'Name', value: name },
          { name: 'Description', value: description },
          { name: 'OS', value: os },
          { name: 'Version', value: version },
          { name: 'Shared with', value: project === undefined ? 'Silo' : `Project ${project}` },
          { name: 'ID', value: <CopyText text={id} /> },
          { name: 'Size', value: bytesText(size) },
          { name: 'Block size', value: `${blockSize} bytes` },
          { name: 'SHA-256', value: digest && <CopyText text={digest.value} position="middle" /> },
          { name: 'Created', value: <DateTime value={timeCreated} /> },
          { name: 'Updated', value: <DateTime value={timeModified} /> },
          ...useArchitectureFact(scope, image),
          ...useLabelsFact(scope, image),
        ]}
      />
    </SideModal>
  )
}

// The images that every project of the silo can use.
import { Disc3 } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState } from 'react'
import { Outlet } from 'react-router'
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { imageColumns } from './image-columns.tsx'
import { lateForm } from '../../form/late-form.tsx'
import { usePalette } from '../../frame/palette.ts'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { paths } from '../../paths.ts'
import { siloImageList } from './image-queries.ts'
import { Button } from '../../ui/input/button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'

type Image = Model<'Image'>

const PromoteForm = lateForm(async () => (await import('./image-promote-form.tsx')).ImagePromoteForm)
const DemoteForm = lateForm(async () => (await import('./image-demote-form.tsx')).ImageDemoteForm)

const columns = imageColumns(({ name }) => paths.siloImageEdit({ image: name }))

export default function SiloImageListPage() {
  const [promoting, setPromoting] = useState(false)
  const [demoting, setDemoting] = useState<Image>()
  const promote = () => setPromoting(true)
  usePalette([{ label: 'Promote image', run: promote }])
  useShortcut('c', 'Promote image', promote)
  const Promote = (
    <Button variant="primary" onClick={promote}>
      Promote image
    </Button>
  )
  const actions = (image: Image): Action[] => [
    { label: 'Demote', run: () => setDemoting(image) },
    deleteAction({
      kind: 'image',
      name: image.name,
      operation: 'image_delete',
      params: { path: { image: image.name } },
      consequence: 'No project can make disks from it any more. Disks that were made are kept.',
    }),
  ]
  return (
    <>
      <PageHeader
        title="Silo Images"
        icon={<Icon icon={Disc3} />}
        aside={<DocsButton topic="images" />}
        actions={Promote}
      />
      <ResourceTable
        label="silo images"
        list={siloImageList}
        columns={columns}
        actions={actions}
        empty={
          <EmptyState
            icon={<Icon icon={Disc3} />}
            title="No images"
            text="Images here can be used by every project of the silo. Promote one from a project."
            action={Promote}
          />
        }
      />
      {promoting && <PromoteForm onClose={() => setPromoting(false)} />}
      {demoting && <DemoteForm image={demoting} onClose={() => setDemoting(undefined)} />}
      <Outlet />
    </>
  )
}

// The images shared with every project of the silo.
import { Disc3 } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../why-not.ts'
import { ResourcePage } from '../../table/resource-page.tsx'
import { downloadImageAction } from './image-actions.ts'
import { imageColumns } from './image-columns.tsx'
import { siloImageList } from './image-queries.ts'

type Image = Model<'Image'>

const PromoteForm = lazyPopup(async () => (await import('./image-promote-form.lazy.tsx')).ImagePromoteForm)
const DemoteForm = lazyPopup(async () => (await import('./image-demote-form.lazy.tsx')).ImageDemoteForm)

const columns = imageColumns(({ name }) => paths.siloImageEdit({ image: name }))

export default function SiloImageListPage() {
  const { user } = useMe()
  const [promoting, setPromoting] = useState(false)
  const [demoting, setDemoting] = useState<Image>()
  const actions = (image: Image): Action[] => [
    { label: 'Demote', icon: 'demote', sends: 'image_demote', run: () => setDemoting(image) },
    downloadImageAction(image.id),
    deleteAction({
      kind: 'image',
      name: image.name,
      operation: 'image_delete',
      params: { path: { image: image.name } },
      // deleting one needs the same role on the silo
      whyNot: whyNotCall('image_demote'),
      consequence: 'Existing disks are kept; no new ones can be created from it in any project.',
      kept: { id: image.id, from: { silo: user.siloName } },
    }),
  ]
  return (
    <ResourcePage
      title="Silo images"
      icon={Disc3}
      docs="images"
      create={[{ label: 'Promote image', sends: 'image_promote', run: () => setPromoting(true) }]}
      label="silo images"
      list={siloImageList}
      labels={{ kind: 'image' }}
      columns={columns}
      actions={actions}
      empty="Every project of the silo can use these images. Promote one from a project."
    >
      {promoting && <PromoteForm onClose={() => setPromoting(false)} />}
      {demoting && <DemoteForm image={demoting} onClose={() => setDemoting(undefined)} />}
    </ResourcePage>
  )
}

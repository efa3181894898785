// What was deleted from a project and can still be restored.
import { useParams } from 'react-router'
import { DeletedList } from './deleted-list.tsx'

export default function ProjectDeletedPage() {
  const { project = '' } = useParams()
  return (
    <DeletedList
      key={project}
      from={{ project }}
      empty="Deleted instances, disks, snapshots, images and VPCs appear here until they are removed for good."
    />
  )
}

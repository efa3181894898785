// What was deleted from a project and can still be restored.
import { useParams } from 'react-router'
import { DeletedList } from './deleted-list.tsx'

export default function ProjectDeletedPage() {
  const { project = '' } = useParams()
  return (
    <DeletedList
      key={project}
      from={{ project }}
      empty="Instances, disks, snapshots, images and VPCs that are deleted appear here until they are removed for good."
    />
  )
}

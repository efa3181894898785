// A new snapshot, over the list.
import { useNavigate, useParams } from 'react-router'
import { SnapshotForm } from './snapshot-form.tsx'
import { paths } from '../../paths.ts'

export default function SnapshotNewPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const back = () => navigate(paths.snapshots({ project }))
  return <SnapshotForm project={project} onDone={back} onClose={() => void back()} />
}

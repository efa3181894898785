// A new image from a snapshot, over the list of snapshots.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { SnapshotImageForm } from './snapshot-image-form.tsx'
import { paths } from '../../paths.ts'
import { snapshotView } from '../snapshot/snapshot-queries.ts'

export default function SnapshotImageNewPage() {
  const navigate = useNavigate()
  const { project = '', snapshot = '' } = useParams()
  const source = useData(snapshotView(project, snapshot))
  const back = () => navigate(paths.snapshots({ project }))
  return <SnapshotImageForm project={project} snapshot={source} onDone={back} onClose={() => void back()} />
}

// A new disk, over the list.
import { useNavigate, useParams } from 'react-router'
import { DiskForm } from './disk-form.tsx'
import { paths } from '../../paths.ts'

export default function DiskNewPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const back = () => navigate(paths.disks({ project }))
  return <DiskForm project={project} onDone={back} onClose={() => void back()} />
}

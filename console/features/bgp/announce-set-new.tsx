// A new announce set, over the list.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { AnnounceSetForm } from './announce-set-form.tsx'

export default function AnnounceSetNewPage() {
  const navigate = useNavigate()
  return (
    <AnnounceSetForm
      onDone={({ name }) => navigate(paths.announceSet({ set: name }))}
      onClose={() => void navigate(paths.announceSets())}
    />
  )
}

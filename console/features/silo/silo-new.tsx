// A new silo, over the list.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { SiloForm } from './silo-form.tsx'

export default function SiloNewPage() {
  const navigate = useNavigate()
  const back = () => navigate(paths.silos())
  return <SiloForm onDone={({ name }) => navigate(paths.silo({ silo: name }))} onClose={() => void back()} />
}

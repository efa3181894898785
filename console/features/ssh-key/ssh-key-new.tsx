// A new SSH key, over the list.
import { useNavigate } from 'react-router'
import { SshKeyForm } from './ssh-key-form.tsx'
import { paths } from '../../paths.ts'

export default function SshKeyNewPage() {
  const navigate = useNavigate()
  const back = () => navigate(paths.sshKeys())
  return <SshKeyForm onDone={back} onClose={() => void back()} />
}

// A pool's name and description, over its page.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { IpPoolForm } from './ip-pool-form.tsx'
import { ipPoolView } from './ip-pool-queries.ts'

export default function IpPoolEditPage() {
  const navigate = useNavigate()
  const pool = useData(ipPoolView(useParams().pool ?? ''))
  const back = ({ name }: { name: string }) => navigate(paths.ipPool({ pool: name }))
  return <IpPoolForm pool={pool} onDone={back} onClose={() => void back(pool)} />
}

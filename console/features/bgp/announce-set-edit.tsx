// What an announce set announces, over its page.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { useData } from '../../use-api.ts'
import { AnnounceSetForm } from './announce-set-form.tsx'
import { announcements, announceSetView } from './bgp-queries.ts'

export default function AnnounceSetEditPage() {
  const navigate = useNavigate()
  const set = useData(announceSetView(useParams().set ?? ''))
  const networks = useData(announcements(set.name)).map(({ network }) => network)
  const back = () => navigate(paths.announceSet({ set: set.name }))
  return <AnnounceSetForm set={{ ...set, networks }} onDone={back} onClose={() => void back()} />
}

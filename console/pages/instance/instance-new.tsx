// A new instance, empty or filled in from another.
import { Cpu } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { useData } from '../../api.ts'
import { DocsButton } from '../../components/docs-button.tsx'
import { InstanceForm } from '../../forms/instance.tsx'
import { likeQuery } from '../../forms/instance-like.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function InstanceNewPage() {
  const { project = '' } = useParams()
  const like = useSearchParams()[0].get('like')
  return (
    <>
      <PageHeader title="Create instance" icon={<Cpu />} aside={<DocsButton topic="new-instance" />} />
      {/* keyed: another original is another form */}
      {like ? <Filled key={like} project={project} like={like} /> : <InstanceForm project={project} like={undefined} />}
    </>
  )
}

function Filled({ project, like }: { project: string; like: string }) {
  return <InstanceForm project={project} like={useData(likeQuery(project, like))} />
}

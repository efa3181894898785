// A new instance, empty or filled in from another.
import { Cpu } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useParams, useSearchParams } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { InstanceForm } from './form/instance-form.tsx'
import { SimilarInstanceForm } from './instance-similar.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'

export default function InstanceNewPage() {
  const { project = '' } = useParams()
  const like = useSearchParams()[0].get('like')
  return (
    <>
      <PageHeader title="Create instance" icon={<Icon icon={Cpu} />} aside={<DocsButton topic="new-instance" />} />
      {/* keyed: another original is another form */}
      {like ? <SimilarInstanceForm key={like} project={project} like={like} /> : <InstanceForm project={project} />}
    </>
  )
}

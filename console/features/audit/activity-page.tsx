// The activity page of a project.
import { History } from '@lucide/icons'
import { useParams } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Activity } from './activity.tsx'

export default function ActivityPage() {
  const { project = '' } = useParams()
  return (
    <>
      <PageHeader title="Activity" icon={<Icon icon={History} />} aside={<DocsButton topic="projects" />} />
      <Activity scope={{ project }} />
    </>
  )
}

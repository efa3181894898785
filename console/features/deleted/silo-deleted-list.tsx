// The deleted projects and images of the silo, and how long the silo keeps what is deleted.
import { lazyPart } from '../../ui/display/lazy.tsx'
import { useMe } from '../../me.ts'
import { whyNotCall } from '../../why-not.ts'
import { DeletedList } from './deleted-list.tsx'

const Settings = lazyPart(async () => (await import('./deleted-settings.lazy.tsx')).DeletedSettings)

export default function SiloDeletedPage() {
  const { user } = useMe()
  return (
    <DeletedList
      from={{ silo: user.siloName }}
      whyNot={whyNotCall('project_create')}
      empty="Deleted projects and silo images appear here until they are removed for good."
    >
      <div className="mt-6 max-w-[48rem]">
        <Settings silo={user.siloName} />
      </div>
    </DeletedList>
  )
}

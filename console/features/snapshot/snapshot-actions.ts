// What can be done with a snapshot, for the list of a project and the page of a disk.
import { useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { whyNotSnapshot } from '#contract/snapshot-states.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { architectureAction } from '../../action/architecture-action.ts'
import { downloadAction } from '../../action/download-action.ts'
import { seed } from '../../api.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { snapshotView } from './snapshot-queries.ts'

/** `chooseArchitecture` opens the form for it, where there is one. */
export function useSnapshotActions(project: string, chooseArchitecture?: (snapshot: Model<'Snapshot'>) => void) {
  const platform = usePlatform()
  const navigate = useNavigate()
  return (snapshot: Model<'Snapshot'>): Action[] => [
    {
      label: 'Create image',
      icon: 'image',
      whyNot: whyNotSnapshot('create_image', snapshot),
      sends: 'image_create',
      run() {
        seed(snapshotView(project, snapshot.name), snapshot)
        return navigate(paths.snapshotImagesNew({ project, snapshot: snapshot.name }))
      },
    },
    // an addition of ours, like the platform
    ...(platform && chooseArchitecture ? [architectureAction(() => chooseArchitecture(snapshot))] : []),
    downloadAction({
      operation: 'snapshot_content_download',
      path: { snapshot: snapshot.id },
      whyNot: whyNotSnapshot('download', snapshot),
    }),
    deleteAction({
      kind: 'snapshot',
      name: snapshot.name,
      operation: 'snapshot_delete',
      params: { path: { snapshot: snapshot.name }, query: { project } },
      whyNot: whyNotSnapshot('delete', snapshot),
      consequence: 'Disks and images created from it are kept.',
      kept: { id: snapshot.id, from: { project } },
    }),
  ]
}

// Deleting a project. The network that came with it counts as content, so it can be made to go with it; everything else has to be
// deleted first, and the server says what is left.
import { useState } from 'react'
import type { Question } from '../../action/action.tsx'
import { ShowTheCall } from '../../action/show-the-call.tsx'
import { send, together } from '../../api.ts'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import { toast } from '../../ui/overlay/toast.tsx'

export interface Choice {
  network: boolean
}

const inDefault = (project: string) => ({ project, vpc: 'default' })
const subnetCall = (project: string) =>
  ({ operation: 'vpc_subnet_delete', params: { path: { subnet: 'default' }, query: inDefault(project) } }) as const
const vpcCall = (project: string) =>
  ({ operation: 'vpc_delete', params: { path: { vpc: 'default' }, query: { project } } }) as const
const projectCall = (project: string) => ({ operation: 'project_delete', params: { path: { project } } }) as const

export async function deleteProject(project: string, { network }: Choice): Promise<void> {
  await together(async () => {
    if (network) {
      // the subnet goes only when nothing is connected to it, so a project in use stops here, whole
      await send('vpc_subnet_delete', subnetCall(project).params)
      await send('vpc_delete', vpcCall(project).params)
    }
    await send('project_delete', projectCall(project).params)
  })
  toast(`Project ${project} deleted`)
}

export const question = (project: string, choice: Choice): Question => ({
  title: 'Delete project',
  content: <Ask project={project} choice={choice} />,
  actionLabel: 'Delete project',
  errorTitle: `Could not delete project ${project}`,
})

function Ask({ project, choice }: { project: string; choice: Choice }) {
  const [network, setNetwork] = useState(choice.network)
  return (
    <div className="space-y-3">
      <p>
        Delete <strong>{project}</strong>? Its access roles go with it. A project that still holds anything is refused.
      </p>
      <Checkbox
        checked={network}
        help="The VPC and the subnet called default, with their firewall rules and routes."
        onChange={({ target }) => {
          // the action reads it when the button is pressed; what is drawn is this component's
          // oxlint-disable-next-line react/immutability
          choice.network = target.checked
          setNetwork(target.checked)
        }}
      >
        Also delete the network that came with it
      </Checkbox>
      <ShowTheCall
        calls={network ? [subnetCall(project), vpcCall(project), projectCall(project)] : [projectCall(project)]}
      />
    </div>
  )
}

// Deleting a project. It must be empty, and its default VPC counts as content, so the dialog offers to delete that too. The server
// says what else is left.
import { useState } from 'react'
import type { Question } from '../../action/action.tsx'
import { ViewRequest } from '../../action/view-request.tsx'
import { send, together } from '../../api.ts'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import { toast } from '../../ui/overlay/toast.ts'

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
      // fails while anything is connected to the subnet, before anything has been deleted
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
        Delete <strong>{project}</strong>? Access settings are deleted too. The project must be empty.
      </p>
      <Checkbox
        checked={network}
        help="With its subnet, firewall rules and routes."
        onChange={({ target }) => {
          // the action reads `choice` when the button is pressed; the state only redraws this component
          // oxlint-disable-next-line react/immutability
          choice.network = target.checked
          setNetwork(target.checked)
        }}
      >
        Also delete the default VPC
      </Checkbox>
      <ViewRequest
        calls={network ? [subnetCall(project), vpcCall(project), projectCall(project)] : [projectCall(project)]}
      />
    </div>
  )
}

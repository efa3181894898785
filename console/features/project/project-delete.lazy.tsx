// Deleting a project. It must be empty, so the dialog lists what is left. The default VPC counts as content; the dialog offers to
// delete it too.
import { useState } from 'react'
import type { Question } from '../../action/action.tsx'
import { ViewRequest } from '../../action/view-request.tsx'
import { send } from '../../api.ts'
import { together } from '../../cache.ts'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import { contentsOf, type Contents } from './project-contents.ts'

export interface Choice {
  /** whether to delete the default VPC too; undefined in a bulk action, which asks once for all */
  network?: boolean
}

const inDefault = (project: string) => ({ project, vpc: 'default' })
const subnetCall = (project: string) =>
  ({ operation: 'vpc_subnet_delete', params: { path: { subnet: 'default' }, query: inDefault(project) } }) as const
const vpcCall = (project: string) =>
  ({ operation: 'vpc_delete', params: { path: { vpc: 'default' }, query: { project } } }) as const
const projectCall = (project: string) => ({ operation: 'project_delete', params: { path: { project } } }) as const

/** Only of a project that is otherwise empty: else the VPC would be gone and the project still there. */
async function canDeleteNetwork(project: string): Promise<boolean> {
  const { contents, hasDefaultVpc } = await contentsOf(project)
  return hasDefaultVpc && contents.length === 0
}

export async function deleteProject(project: string, { network }: Choice): Promise<void> {
  await together(async () => {
    if (network ?? (await canDeleteNetwork(project))) {
      // fails while anything is connected to the subnet, before anything has been deleted
      await send('vpc_subnet_delete', subnetCall(project).params)
      await send('vpc_delete', vpcCall(project).params)
    }
    await send('project_delete', projectCall(project).params)
  })
}

/** Reads the contents first, so that nobody confirms a deletion that will be refused. */
export async function question(project: string, choice: Choice): Promise<Question> {
  const { contents, hasDefaultVpc } = await contentsOf(project)
  choice.network = hasDefaultVpc && contents.length === 0
  return {
    title: 'Delete project',
    content:
      contents.length > 0 ? (
        <Left project={project} contents={contents} />
      ) : (
        <Ask project={project} choice={choice} hasDefaultVpc={hasDefaultVpc} />
      ),
    whyNot: contents.length > 0 ? "Delete the project's contents first" : undefined,
    bulkConsequence: 'The default VPC and access settings of each project are deleted too. The projects must be empty.',
    actionLabel: 'Delete project',
    errorTitle: `Could not delete project ${project}`,
  }
}

function Left({ project, contents }: { project: string; contents: readonly Contents[] }) {
  return (
    <>
      <p>
        <strong>{project}</strong> is not empty. Delete these first:
      </p>
      <ul className="mt-2 list-disc space-y-0.5 pl-5">
        {contents.map(({ label, names, hasMore }) => (
          <li key={label}>
            {label}: <strong>{names.join(', ')}</strong>
            {hasMore && ' and more'}
          </li>
        ))}
      </ul>
    </>
  )
}

interface AskProps {
  project: string
  choice: Choice
  hasDefaultVpc: boolean
}

function Ask({ project, choice, hasDefaultVpc }: AskProps) {
  const [network, setNetwork] = useState(choice.network ?? false)
  return (
    <div className="space-y-3">
      <p>
        Delete <strong>{project}</strong>? Access settings are deleted too.
      </p>
      {hasDefaultVpc && (
        <Checkbox
          checked={network}
          help="With its subnet, firewall rules and routes. The project must be empty."
          onChange={({ target }) => {
            // the action reads `choice` when the button is pressed; the state only redraws this component
            // oxlint-disable-next-line react/immutability
            choice.network = target.checked
            setNetwork(target.checked)
          }}
        >
          Also delete the default VPC
        </Checkbox>
      )}
      <ViewRequest
        calls={network ? [subnetCall(project), vpcCall(project), projectCall(project)] : [projectCall(project)]}
      />
    </div>
  )
}

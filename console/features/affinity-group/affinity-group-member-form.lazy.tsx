// Adding an instance to a group. A sled is chosen when an instance starts, so running instances cannot join.
import { canInstance, type InstanceState } from '#contract/instance-states.ts'
import { useLoad } from '../../use-api.ts'
import type { Kind, Member } from './affinity-group-kind.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useOptions } from '../../form/use-options.ts'
import { first1000Instances, instanceList } from '../instance/instance-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface MemberFormProps {
  kind: Kind
  project: string
  group: string
  members: readonly Member[]
  onClose: () => void
}

const mayJoin = (state: InstanceState) => canInstance('join_group', state)

export function AffinityMemberForm({ kind, project, group, members, onClose }: MemberFormProps) {
  const { data, isPending } = useLoad(first1000Instances(project))
  const inside = new Set(members.map(({ value }) => value.id))
  const others = useOptions(data, (page) => instanceList(project, page)).filter(({ id }) => !inside.has(id))
  const canJoin = others.filter(({ runState }) => mayJoin(runState))
  return (
    <SideForm
      operation={kind.operations.addMember}
      title="Add instance to group"
      submitLabel="Add instance"
      defaultValues={{ instance: '' }}
      toParams={({ instance }: { instance: string }) => kind.atMember({ project, group }, instance)}
      onSuccess={({ value }) => {
        toast(`Instance ${value.name} added to ${group}`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>Only stopped instances can be added: the rule applies when an instance starts.</Message>
      <ComboboxField
        name="instance"
        label="Instance"
        required
        placeholder="Select an instance"
        loading={isPending}
        help={helpFor(others.length, canJoin.length)}
        items={others.map(({ name, runState }) => ({
          value: name,
          label: name,
          disabled: !mayJoin(runState),
          content: (
            <>
              {name}
              <span className="block text-xs text-muted">
                {mayJoin(runState) ? runState : `${runState}: stop it first`}
              </span>
            </>
          ),
        }))}
      />
    </SideForm>
  )
}

function helpFor(others: number, canJoin: number): string | undefined {
  if (others === 0) return 'Every instance in this project is already in the group.'
  return canJoin === 0 ? 'All other instances in this project are running.' : undefined
}

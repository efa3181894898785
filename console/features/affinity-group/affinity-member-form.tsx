// Adding an instance to a group. Where it runs is decided when it starts, so one that has a place already cannot join.
import type { Model } from '#contract/client.ts'
import { useLoad } from '../../api.ts'
import { kinds, type KindName, type Member } from './affinity-kind.ts'
import { ComboboxField } from '../../form/choice-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { first1000Instances } from '../instance/instance-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.tsx'

interface MemberFormProps {
  kind: KindName
  project: string
  group: string
  members: readonly Member[]
  onClose: () => void
}

type State = Model<'Instance'>['runState']
const withoutPlace: readonly State[] = ['creating', 'stopped', 'failed']

export function AffinityMemberForm({ kind: kindName, project, group, members, onClose }: MemberFormProps) {
  const kind = kinds[kindName]
  const { data, isPending } = useLoad(first1000Instances(project))
  const inside = new Set(members.map(({ value }) => value.id))
  const others = (data?.items ?? []).filter(({ id }) => !inside.has(id))
  const canJoin = others.filter(({ runState }) => withoutPlace.includes(runState))
  const shared = {
    title: 'Add instance to group',
    submitLabel: 'Add instance',
    defaultValues: { instance: '' },
    onClose,
    onSuccess({ value }: Member) {
      toast(`Instance ${value.name} added to ${group}`)
      onClose()
    },
    children: (
      <>
        <Message>
          Where an instance runs is decided when it starts: only instances that are not running can be added.
        </Message>
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
            disabled: !withoutPlace.includes(runState),
            content: (
              <>
                {name}
                <span className="block text-xs text-muted">
                  {withoutPlace.includes(runState) ? runState : `${runState}: stop it first`}
                </span>
              </>
            ),
          }))}
        />
      </>
    ),
  }
  const names = { project, group }
  if (kind.name === 'affinity') {
    const toParams = ({ instance }: { instance: string }) => kind.atMember(names, instance)
    return <SideForm {...shared} operation={kind.operations.add} toParams={toParams} />
  }
  const toParams = ({ instance }: { instance: string }) => kind.atMember(names, instance)
  return <SideForm {...shared} operation={kind.operations.add} toParams={toParams} />
}

function helpFor(others: number, canJoin: number): string | undefined {
  if (others === 0) return 'Every instance of this project is in the group already.'
  return canJoin === 0 ? 'All other instances of this project are running.' : undefined
}

// The CD drive of an instance: what is in it, and whether the next start boots from it.
import { Disc3 } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { apiAction, bold, perform } from '../../../action/action.tsx'
import { usePlatform } from '../../../platform.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { Button } from '../../../ui/input/button.tsx'
import { useData } from '../../../use-api.ts'
import { useWhyNot } from '../../../use-why-not.ts'
import { atInstance, instanceCd, type Instance } from '../instance-queries.ts'

const InsertForm = lazyPopup(async () => (await import('./cd-form.lazy.tsx')).CdInsertForm)

export function CdCard({ project, instance }: { project: string; instance: Instance }) {
  const answer = useData(instanceCd(project, instance.name))
  const platform = usePlatform()
  const isDown = instance.runState === 'stopped' || instance.runState === 'failed'
  const state =
    isDown || platform?.hotPlugsCds ? whyNotInstance('change_cd', instance) : 'Stop the instance to change its CD'
  const whyNotInsert = useWhyNot('instance_cd_insert') ?? state
  const whyNotEject = useWhyNot('instance_cd_eject') ?? state
  const [isOpen, setOpen] = useState(false)
  // other hosts have none
  if (answer.type !== 'success') return null
  const cd = answer.data
  const isEmpty = cd.state === 'empty'
  return (
    <Card
      title="CD drive"
      actions={
        <>
          {!isEmpty && (
            <Button disabledReason={whyNotEject} onClick={() => void perform(ejectAction(project, instance, cd))}>
              Eject CD
            </Button>
          )}
          <Button disabledReason={whyNotInsert} onClick={() => setOpen(true)}>
            {isEmpty ? 'Insert CD' : 'Change CD'}
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <EmptyState
          icon={<Icon icon={Disc3} />}
          title="No CD"
          text="Insert an ISO image to install an operating system from it."
        />
      ) : (
        <Contents cd={cd} />
      )}
      {isOpen && (
        <InsertForm project={project} instance={instance.name} isRunning={!isDown} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function Contents({ cd }: { cd: Model<'InstanceCd'> }) {
  return (
    <div className="space-y-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{cd.imageName ?? 'A deleted image'}</span>
        {cd.state !== 'inserted' && (
          <Badge tone="transition" busy>
            {cd.state}
          </Badge>
        )}
      </p>
      <p className="text-muted">
        {cd.bootsNext
          ? 'The next start boots from it, and the one after from the boot disk.'
          : 'The instance boots from its disk.'}
      </p>
    </div>
  )
}

const ejectAction = (project: string, instance: Instance, { imageName }: Model<'InstanceCd'>) =>
  apiAction({
    label: 'Eject CD',
    operation: 'instance_cd_eject',
    params: atInstance(project, instance.name),
    ask: {
      title: 'Eject CD',
      actionLabel: 'Eject CD',
      errorTitle: 'Could not eject the CD',
      content: bold`Eject ${imageName ?? 'the CD'} from ${instance.name}? The image is kept.`,
      ...(instance.runState === 'running' && { consequence: 'Unmount it in the guest first.' }),
    },
    done: 'CD ejected',
  })

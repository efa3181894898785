// The checklist of a new silo: from nothing to a working instance without leaving the page. Steps complete when their resources
// exist.
import { useState } from 'react'
import type { Data } from '#contract/client.ts'
import { send } from '../../api.ts'
import { perform } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { Card } from '../../ui/display/card.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { Step } from '../../ui/page/step.tsx'
import { Button } from '../../ui/input/button.tsx'
import { SerialConsoleLink } from '../../frame/serial-console-link.tsx'

const FirstImage = lazyPart(
  async () => (await import('../image/first-image.lazy.tsx')).FirstImage,
  // as tall as its buttons
  <div className="h-8" />,
)
const PoolForm = lazyPopup(async () => (await import('../ip-pool/first-pool-form.lazy.tsx')).FirstPoolForm)
const NetworkForm = lazyPopup(
  async () => (await import('../external-network/external-network-form.lazy.tsx')).ExternalNetworkForm,
)
const KeyForm = lazyPopup(async () => (await import('../ssh-key/ssh-key-form.lazy.tsx')).SshKeyForm)
const ProjectForm = lazyPopup(async () => (await import('../project/project-form.lazy.tsx')).ProjectForm)
const InstanceForm = lazyPopup(
  async () => (await import('../instance/form/first-instance-form.lazy.tsx')).FirstInstanceForm,
)

type Steps = NonNullable<Data<'first_steps_view'>['steps']>
type FormName = 'pool' | 'network' | 'key' | 'project' | 'instance'

interface FirstStepsProps {
  steps: Steps
  onClose: () => void
}

export function FirstSteps({ steps }: FirstStepsProps) {
  const { ipPool, needsExternalNetwork, externalNetwork, sshKey, project, image, instance } = steps
  const [form, setForm] = useState<FormName>()
  const close = () => setForm(undefined)
  const inOrder: [FormName | 'image', unknown][] = [
    ['pool', ipPool],
    ...(needsExternalNetwork ? [['network', externalNetwork] as [FormName, unknown]] : []),
    ['key', sshKey],
    ['project', project],
    ['image', image],
    ['instance', instance],
  ]
  const done = inOrder.filter(([, isDone]) => isDone).length
  const next = inOrder.find(([, isDone]) => !isDone)?.[0]
  const whyNotOperate = useWhyNotOperate()
  // its network takes an address from the default pool
  const missing = [!ipPool && 'Add an IP pool', !project && 'Create a project', !image && 'Add an image'].find(Boolean)
  const opens = (name: FormName, label: string, whyNot?: string) => (
    <Button variant={next === name ? 'primary' : 'secondary'} disabledReason={whyNot} onClick={() => setForm(name)}>
      {label}
    </Button>
  )
  return (
    <div className="mb-6">
      <Card
        title="First steps"
        text={`${done} of ${inOrder.length + 1} done. Steps are checked off as you go.`}
        actions={
          <Button variant="ghost" onClick={() => void perform(dismissal)}>
            Dismiss
          </Button>
        }
      >
        <ol className="divide-y divide-line">
          <Step title="IP pool" text="Addresses that make instances reachable from outside." done={ipPool}>
            {opens('pool', 'Add IP pool', whyNotOperate)}
          </Step>
          {needsExternalNetwork && (
            <Step title="External network" text="Where the addresses of the pool live." done={externalNetwork}>
              {opens('network', 'Add external network', whyNotOperate ?? (ipPool ? undefined : 'Add an IP pool first'))}
            </Step>
          )}
          <Step title="SSH key" text="Your key is added to instances at first boot." done={sshKey}>
            {opens('key', 'Add SSH key')}
          </Step>
          <Step title="Project" text="Groups instances, disks and networks." done={project}>
            {opens('project', 'Create project')}
          </Step>
          <Step title="Image" text="What instances boot from." done={image}>
            <FirstImage project={project} isNext={next === 'image'} onClose={close} />
          </Step>
          <Step title="Instance" text="A virtual machine, with sensible defaults." done={instance?.name}>
            {opens('instance', 'Create instance', missing ? `${missing} first` : undefined)}
            {project && !missing && <TextLink to={paths.instancesNew({ project })}>All options</TextLink>}
          </Step>
          <Step title="Connect" text={`Open the serial console. ${useStarterText()}`}>
            {project && instance ? (
              <SerialConsoleLink project={project} instance={instance.name} variant="primary">
                Connect
              </SerialConsoleLink>
            ) : (
              <Button disabledReason="Create an instance first">Connect</Button>
            )}
          </Step>
        </ol>
        <p className="border-t border-line pt-3 text-sm text-muted">
          Then <TextLink to={paths.users()}>invite people</TextLink>: they get their own keys and projects here.
        </p>
      </Card>
      {form === 'pool' && <PoolForm onClose={close} />}
      {form === 'network' && ipPool && <NetworkForm pool={ipPool} onDone={close} onClose={close} />}
      {form === 'key' && <KeyForm onDone={close} onClose={close} />}
      {form === 'project' && <ProjectForm onDone={close} onClose={close} />}
      {form === 'instance' && project && <InstanceForm project={project} onClose={close} />}
    </div>
  )
}

const dismissal = {
  label: 'Dismiss',
  run: () => send('first_steps_dismiss', {}),
  ask: {
    title: 'Dismiss the first steps?',
    content: 'The list disappears for every administrator of the silo. Everything in it stays available elsewhere.',
    actionLabel: 'Dismiss',
  },
}

/** Only fleet administrators can create pools and external networks. */
function useWhyNotOperate(): string | undefined {
  const { fleetRole } = useMe().user
  const canCreate = fleetRole === 'admin' || fleetRole === 'some'
  return canCreate ? undefined : 'Ask a fleet administrator to set up the IP pool of this silo'
}

/** What the console of the starter image is like. */
function useStarterText(): string {
  const platform = usePlatform()
  if (!platform?.runsImages) return 'On the starter image, log in as root; there is no password.'
  return platform.hasStarterImage ? 'The starter image has a shell there.' : 'The starter image repeats what you type.'
}

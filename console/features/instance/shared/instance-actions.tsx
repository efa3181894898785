// What can be done to an instance, once for the list, the page, the bulk bar and the palette.
import { whyNotInstance, type InstanceState } from '#contract/instance-states.ts'
import { useNavigate } from 'react-router'
import { useMe } from '../../../me.ts'
import { paths } from '../../../paths.ts'
import { usePlatform } from '../../../platform.ts'
import type { MenuIcon } from '../../../ui/overlay/menu-item.ts'
import { apiAction, bold, commandOf, restorable, runUnless, type Action } from '../../../action/action.tsx'
import { atInstance, type Instance } from '../instance-queries.ts'
import type { Command } from '../../../feature.ts'
import { openSerialConsole } from '../../../frame/serial-console-link.tsx'
import { whyNotCall } from '../../../why-not.ts'

interface InstanceActionOptions {
  project: string
  onEdit: (instance: Instance) => void
  onResize: (instance: Instance) => void
  onClone: (instance: Instance) => void
  onMigrate: (instance: Instance) => void
  /** leaves the page of the deleted instance */
  onDeleted?: () => unknown
}

type Verb = 'start' | 'stop' | 'reboot' | 'delete'

interface VerbFacts extends Pick<Action, 'danger' | 'caution' | 'also'> {
  operation: `instance_${Verb}`
  label: string
  icon: MenuIcon & Verb
  doing: string
  bulk: string
  /** states in which there is nothing to do */
  done?: readonly InstanceState[]
  consequence?: string
}

const verbs: Record<Verb, VerbFacts> = {
  start: {
    operation: 'instance_start',
    label: 'Start',
    icon: 'start',
    doing: 'Starting',
    bulk: 'Started',
    done: ['running', 'starting', 'rebooting'],
  },
  stop: {
    operation: 'instance_stop',
    label: 'Stop',
    icon: 'stop',
    doing: 'Stopping',
    bulk: 'Stopped',
    done: ['stopped', 'stopping'],
    caution: true,
    consequence: 'Running programs will stop. Disks and IPs are kept; CPUs and memory are released.',
  },
  reboot: {
    operation: 'instance_reboot',
    label: 'Reboot',
    also: 'Restart',
    icon: 'reboot',
    doing: 'Rebooting',
    bulk: 'Rebooted',
    done: ['rebooting'],
    caution: true,
    consequence: 'Running programs will stop while it restarts. Nothing else changes.',
  },
  delete: {
    operation: 'instance_delete',
    label: 'Delete',
    icon: 'delete',
    doing: 'Deleting',
    bulk: 'Deleted',
    danger: true,
    consequence: 'Network interfaces and the ephemeral IP are deleted. Disks and floating IPs are detached and kept.',
  },
}

/** One of them for one instance. */
function instanceVerb(project: string, instance: Instance, one: Verb, onDone?: () => unknown): Action {
  const { name } = instance
  const params = atInstance(project, name)
  const { operation, doing, done, consequence, ...words } = verbs[one]
  const { label } = words
  return apiAction({
    ...words,
    ...(one === 'delete' && restorable({ kind: 'instance', id: instance.id, from: { project } })),
    already: done?.includes(instance.runState) ? `already ${instance.runState}` : undefined,
    whyNot: whyNotInstance(one, instance),
    operation,
    params,
    ask: {
      title: `${label} instance`,
      content: (
        <>
          {label} <strong>{name}</strong>?
        </>
      ),
      consequence,
      errorTitle: `Could not ${one} instance ${name}`,
    },
    onDone,
    done: `${doing} instance ${name}`,
  })
}

/** What the palette understands before the name of an instance. */
export type InstanceWord = Verb | 'restart' | 'console'

export function instanceCommand(project: string, instance: Instance, word: InstanceWord): Command {
  const { name } = instance
  if (word === 'console') {
    const label = `Console of ${name}`
    const open = (navigate: (to: string) => unknown) => openSerialConsole({ project, instance: name }, navigate)
    return {
      label,
      also: `Console ${name}`,
      icon: 'console',
      run: (navigate) => runUnless(whyNotCall('serial_stream', { project }), label, () => open(navigate)),
    }
  }
  return commandOf(instanceVerb(project, instance, word === 'restart' ? 'reboot' : word), name)
}

export function useInstanceActions({
  project,
  onEdit,
  onResize,
  onClone,
  onMigrate,
  onDeleted,
}: InstanceActionOptions) {
  const navigate = useNavigate()
  const rack = usePlatform()
  const isOurs = rack !== undefined
  const seesSleds = useMe().isFleetViewer
  return (instance: Instance): Action[] => {
    const { name } = instance
    return [
      instanceVerb(project, instance, 'start'),
      instanceVerb(project, instance, 'stop'),
      instanceVerb(project, instance, 'reboot'),
      ...(isOurs ? [forceStopAction(project, instance), editAction(() => onEdit(instance))] : []),
      {
        label: 'Resize',
        icon: 'resize',
        sends: isOurs ? 'instance_resize' : 'instance_update',
        whyNot: whyNotInstance(isOurs ? 'resize_and_restart' : 'resize', instance),
        run: () => onResize(instance),
      },
      ...(seesSleds && rack?.migrates ? [migrateAction(instance, onMigrate)] : []),
      {
        label: 'View serial console',
        icon: 'console',
        sends: 'serial_stream',
        run: () => openSerialConsole({ project, instance: name }, navigate),
      },
      {
        label: 'Create similar',
        icon: 'add',
        sends: 'instance_create',
        run: () => navigate(`${paths.instancesNew({ project })}?like=${encodeURIComponent(name)}`),
      },
      ...(isOurs ? [cloneAction(instance, onClone)] : []),
      instanceVerb(project, instance, 'delete', onDeleted),
    ]
  }
}

/** To another sled. */
const migrateAction = (instance: Instance, onMigrate: (instance: Instance) => void): Action => ({
  label: 'Migrate',
  also: 'Move',
  icon: 'move',
  sends: 'instance_migrate',
  whyNot: whyNotInstance('migrate', instance),
  run: () => onMigrate(instance),
})

const editAction = (run: () => void): Action => ({
  label: 'Edit',
  also: 'Rename',
  icon: 'edit',
  sends: 'instance_identity_update',
  run,
})

const cloneAction = (instance: Instance, onClone: InstanceActionOptions['onClone']): Action => ({
  label: 'Clone',
  also: 'Copy',
  icon: 'clone',
  sends: 'instance_clone_create',
  whyNot: whyNotInstance('clone', instance),
  run: () => onClone(instance),
})

/** Hosts other than ours lack it. */
export function forceStopAction(project: string, instance: Instance): Action {
  const { name } = instance
  return apiAction({
    label: 'Force stop',
    icon: 'stop',
    caution: true,
    whyNot: whyNotInstance('force_stop', instance),
    operation: 'instance_force_stop',
    params: atInstance(project, name),
    ask: {
      title: 'Force stop instance',
      content: bold`Force ${name} to stop?`,
      consequence: 'The instance is powered off immediately. Data its guest has not yet written to disk is lost.',
      errorTitle: `Could not force instance ${name} to stop`,
    },
    done: `Stopping instance ${name}`,
  })
}

// What the header of an instance's page offers at once: its address, and the ways in.
import { useNavigate } from 'react-router'
import { copyTextAction, menuItem } from '../../../action/action.tsx'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/display/copy.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { MenuButton } from '../../../ui/overlay/menu.tsx'
import { useLoad } from '../../../use-api.ts'
import { openSerialConsole } from '../../../frame/serial-console-link.tsx'
import { instanceExternalIps, instanceInterfaces } from '../instance-queries.ts'
import { useSshCommand } from '../shared/ssh-command.ts'

interface At {
  project: string
  instance: string
}

/** A floating IP stays, so it is named first. */
function useExternalIp({ project, instance }: At): string | undefined {
  const { items = [] } = useLoad(instanceExternalIps(project, instance)).data ?? {}
  return (items.find(({ kind }) => kind === 'floating') ?? items[0])?.ip
}

/** The one to reach it by from outside, else the one on its network. */
export function Address(at: At) {
  const external = useExternalIp(at)
  const { data, isPending } = useLoad(instanceInterfaces(at.project, at.instance))
  if (isPending) return <Skeleton className="h-4 w-28" />
  const ip = external ?? data?.items.find(({ primary }) => primary)?.ip
  return (
    ip && (
      <span className="inline-flex items-center gap-1 font-mono text-xs text-muted">
        {ip}
        <CopyButton text={ip} label="Copy address" />
      </span>
    )
  )
}

export function Connect(at: At) {
  const navigate = useNavigate()
  const { text, whyNot } = useSshCommand(at)
  return (
    <MenuButton
      label="Connect"
      variant="secondary"
      items={() =>
        [
          { label: 'Open serial console', sends: 'serial_stream' as const, run: () => openSerialConsole(at, navigate) },
          { ...copyTextAction('Copy SSH command', text), whyNot },
          { label: 'All ways to connect', to: paths.instanceConnect(at) },
        ].map(menuItem)
      }
    >
      Connect
    </MenuButton>
  )
}

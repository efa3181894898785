// The ways into an instance: its serial console, its screen, and SSH.
import { useParams } from 'react-router'
import { CliCommand, serialConsoleCommand } from '../../action/cli-command.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { TextLink } from '../../frame/link.tsx'
import { SerialConsoleLink } from '../../frame/serial-console-link.tsx'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { Card } from '../../ui/display/card.tsx'
import { useLoginName } from './shared/login-name.ts'
import { useSshCommand } from './shared/ssh-command.ts'
import { SshLine } from './shared/ssh-line.tsx'

interface At {
  project: string
  instance: string
}

export default function ConnectTab() {
  const { project = '', instance = '' } = useParams()
  const at = { project, instance }
  const rack = usePlatform()
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
      <Card
        title="Serial console"
        text="A terminal on the serial port. Works without a network and shows boot messages."
        footer={
          <>
            <CliCommand parts={serialConsoleCommand(project, instance)} />
            <SerialConsoleLink {...at} variant="primary">
              Connect
            </SerialConsoleLink>
          </>
        }
      />
      {rack?.hasScreens && (
        <Card
          title="Screen"
          text="The screen, keyboard and pointer. For guests with a graphical desktop, and for installers."
          footer={
            <ActionButton
              action={{ label: 'Open', to: paths.instanceScreen(at), sends: 'instance_screen' }}
              variant="primary"
            />
          }
        />
      )}
      <SshCard {...at} isUnreachable={rack?.acceptsSsh === false} />
    </div>
  )
}

function SshCard({ isUnreachable, ...at }: At & { isUnreachable: boolean }) {
  const { text, whyNot, isForwarded } = useSshCommand(at)
  const user = useLoginName(at.project, at.instance, !isUnreachable)
  return (
    <Card
      title="SSH"
      text={
        <>
          {user === 'root'
            ? 'Use a key selected at creation. Log in as root.'
            : "Use a key selected at creation and the image's default user."}{' '}
          <GuideLink guide="remote-access">About remote access</GuideLink>
        </>
      }
    >
      <SshLine text={text} whyNot={whyNot} />
      {isForwarded && (
        <p className="mt-2 text-sm text-muted">
          {whyNot ? `${whyNot}.` : 'Run it on the host of the rack, which forwards this port to the instance.'}
        </p>
      )}
      {isUnreachable && (
        <p className="mt-2 text-sm text-muted">
          SSH cannot reach it: the machines of this rack are simulated.{' '}
          <GuideLink guide="real-machines">About real machines</GuideLink>
        </p>
      )}
      {whyNot && !isForwarded && (
        <p className="mt-2 text-sm text-muted">
          No external IP yet. <TextLink to={paths.instanceNetworking(at)}>Attach one</TextLink> to connect.
        </p>
      )}
    </Card>
  )
}

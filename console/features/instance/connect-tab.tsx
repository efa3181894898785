// The ways into an instance: its serial console, and SSH.
import { useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { CliCommand, serialConsoleCommand } from '../../action/cli-command.tsx'
import { GuideLink } from '../../frame/guide-link.tsx'
import { TextLink } from '../../frame/link.tsx'
import { SerialConsoleLink } from '../../frame/serial-console-link.tsx'
import { paths } from '../../paths.ts'
import { instanceExternalIps } from './instance-queries.ts'
import { Card } from '../../ui/display/card.tsx'
import { CopyButton } from '../../ui/display/copy.tsx'

export default function ConnectTab() {
  const { project = '', instance = '' } = useParams()
  const { items } = useData(instanceExternalIps(project, instance))
  const address = items.find(({ kind }) => kind === 'floating') ?? items[0]
  const command = `ssh ${address ? `user@${address.ip}` : 'user@ADDRESS'}`
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
      <Card
        title="Serial console"
        text="A terminal on the serial port. Works without a network and shows boot messages."
        footer={
          <>
            <CliCommand parts={serialConsoleCommand(project, instance)} />
            <SerialConsoleLink project={project} instance={instance} variant="primary">
              Connect
            </SerialConsoleLink>
          </>
        }
      />
      <Card
        title="SSH"
        text={
          <>
            Use a key selected at creation and the image&apos;s default user.{' '}
            <GuideLink guide="remote-access">About remote access</GuideLink>
          </>
        }
      >
        <div className="flex items-center gap-2 rounded-md border border-line bg-page px-3 py-1.5">
          <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{command}</code>
          {address && <CopyButton text={command} label="Copy SSH command" />}
        </div>
        {!address && (
          <p className="mt-2 text-sm text-muted">
            No external IP yet. <NetworkingLink project={project} instance={instance} /> to connect.
          </p>
        )}
      </Card>
    </div>
  )
}

function NetworkingLink(at: { project: string; instance: string }) {
  return <TextLink to={paths.instanceNetworking(at)}>Attach one</TextLink>
}

// The command that prepares a new host, to copy. Where new hosts cannot reach this server, the script to download instead.
import { urlOf } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/display/copy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { isLoopback, runCommand, setupCommand } from './host-names.ts'
import type { HostSetup } from './host-queries.ts'

export function SetupCommand({ setup }: { setup: HostSetup }) {
  const { origin, hostname } = globalThis.location
  const isHere = isLoopback(hostname)
  const script = (
    <a className="text-accent underline" href={`${urlOf('host_setup_script', {})}`} download="rackwright-host.sh">
      Download the script
    </a>
  )
  return (
    <section aria-label="Prepare the host" className="space-y-2 text-sm">
      <h3 className="font-medium">1. Prepare the host</h3>
      {isHere ? (
        <>
          <Message tone="notice">
            Other machines cannot open {hostname}. {script}, copy it to the host, and run this there:
          </Message>
          <Line text={runCommand(setup.sha256)} />
        </>
      ) : (
        <>
          <p className="text-muted">Run this on a fresh Debian 12. {script} to read it first.</p>
          <Line text={setupCommand(origin, setup.sha256)} />
        </>
      )}
      <p className="text-muted">
        The script lets this server sign in as {setup.user}, {from(setup)}.{' '}
        <TextLink to={paths.hostSetup()}>Change</TextLink>
      </p>
      {setup.needsNetwork && (
        <p className="text-muted">The script also connects the host to OVN, the network of this rack.</p>
      )}
      <h3 className="pt-2 font-medium">2. Add its address</h3>
    </section>
  )
}

const from = (setup: HostSetup) => (setup.from.length === 0 ? 'from any address' : `from ${setup.from.join(', ')}`)

function Line({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-2 rounded-md border border-line bg-page px-3 py-1.5">
      <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} label="Copy command" />
    </div>
  )
}

// Which fence agent ends the host of a sled, with its options and secrets.
import { seed } from '../../api.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { fenceAgents, sledFence, type Fence } from './failover-queries.ts'

interface Values {
  agent: string
  options: string
  secrets: string
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function whyNotSave(error: unknown, agents: readonly string[]): string | undefined {
  if (error) return 'The fence agents could not be read'
  return agents.length === 0 ? 'Install fence agents on the server first' : undefined
}

export function FenceForm({ sledId, fence, onClose }: { sledId: string; fence: Fence | null; onClose: () => void }) {
  const { data, error } = useLoad(fenceAgents(), { optional: true })
  if (!data && !error) return null
  const agents = data?.items ?? []
  const known = fence && !agents.includes(fence.agent) ? [fence.agent, ...agents] : agents
  return (
    <SideForm
      operation="sled_fence_set"
      title="Fence agent"
      submitLabel="Save"
      whyNot={whyNotSave(error, known)}
      defaultValues={
        { agent: fence?.agent ?? known[0] ?? '', options: fence?.options.join('\n') ?? '', secrets: '' } as Values
      }
      toParams={({ agent, options, secrets }: Values) => ({
        path: { sledId },
        body: { agent, options: linesOf(options), secrets: secrets.trim() || !fence ? linesOf(secrets) : null },
      })}
      onSuccess={(saved) => {
        seed(sledFence(sledId), { fence: saved })
        toast('Fence agent saved. Test it now.')
        onClose()
      }}
      onClose={onClose}
    >
      {Boolean(error) && <TabLoad error={error} />}
      {!error && known.length === 0 && (
        <Message tone="notice">The server has no fence agents. Install the package fence-agents on it.</Message>
      )}
      <NativeSelectField name="agent" label="Agent" required items={known.map((value) => ({ value, label: value }))} />
      <TextField
        name="options"
        label="Options"
        mono
        rows={4}
        help="One per line, such as ip=10.0.0.1. See the manual page of the agent."
      />
      <TextField
        name="secrets"
        label="Secret options"
        mono
        rows={2}
        help={
          fence && fence.secretNames.length > 0
            ? `Leave blank to keep ${fence.secretNames.join(', ')}.`
            : 'One per line, such as password=…. They are encrypted and never shown again.'
        }
      />
    </SideForm>
  )
}

// What is set in the setup script: from where hosts let this server in, and where the database of their network is.
import { capitalize } from '#contract/errors.ts'
import { fromProblem, networkDatabaseProblem } from '#contract/host-checks.ts'
import { canonical } from '#contract/ip.ts'
import { MAX_HOST_SOURCES } from '#contract/limits.ts'
import { EntryListField } from '../../form/entry-list-field.tsx'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useHostSetup } from './use-host-setup.ts'

interface Values {
  from: string[]
  fromDraft: string
  networkDatabase: string
}

const isDatabase = (text: string) => {
  const problem = text.trim() === '' ? undefined : networkDatabaseProblem(text.trim())
  return problem === undefined || capitalize(problem)
}

export function HostSetupForm({ onDone, onClose }: { onDone: (saved: void) => unknown; onClose: () => void }) {
  const { setup, isLoading } = useHostSetup()
  const denied = useWhyNotFleet()
  const defaultValues: Values = {
    from: setup?.from ?? [],
    fromDraft: '',
    networkDatabase: setup?.networkDatabase ?? '',
  }
  if (isLoading) return null
  return (
    <SideForm
      operation="host_setup_update"
      title="Setup script"
      submitLabel="Save"
      defaultValues={defaultValues}
      mustChange
      whyNot={denied ?? (setup ? undefined : 'Hosts cannot be added: the machines of this rack are simulated.')}
      toParams={({ from, networkDatabase }: Values) => ({
        body: { from, networkDatabase: networkDatabase.trim() || null },
      })}
      onSuccess={() => {
        toast('Setup script updated')
        return onDone()
      }}
      onClose={onClose}
    >
      <Message>Hosts that are already set up change only when you run the new script there.</Message>
      <EntryListField
        name="from"
        label="Addresses of this server"
        noun="address"
        header="Address"
        help="Hosts accept this server’s key only from these. Leave blank to accept it from anywhere."
        max={MAX_HOST_SOURCES}
        check={(text) => {
          const problem = fromProblem(text)
          return problem && capitalize(problem)
        }}
        canonical={canonical}
      />
      {setup?.needsNetwork && (
        <TextField
          name="networkDatabase"
          label="OVN southbound database"
          mono
          help="Where hosts reach it, such as ssl:192.0.2.11:6642. Leave blank to use this server’s setting."
          rules={{ validate: { isDatabase } }}
        />
      )}
      {setup && (
        <div className="text-sm">
          <p className="font-medium">Public key of this server</p>
          <CopyText text={setup.publicKey} maxLength={48} />
        </div>
      )}
    </SideForm>
  )
}

// Setting up the server that sends e-mail, and trying it.
import type { Model } from '#contract/client.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField, RadioField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { AddressField } from './email-fields.tsx'

interface Values {
  host: string
  port: number
  security: 'tls' | 'starttls'
  username: string
  password: string
  fromAddress: string
}

const securities = [
  { value: 'starttls', label: 'STARTTLS', help: 'Usually port 587.' },
  { value: 'tls', label: 'TLS', help: 'Usually port 465.' },
] as const

interface FormProps {
  settings: Model<'SmtpSettings'> | undefined
  onClose: () => void
}

export function SmtpSettingsForm({ settings, onClose }: FormProps) {
  const defaultValues: Values = {
    host: settings?.host ?? '',
    port: settings?.port ?? 587,
    security: settings?.security ?? 'starttls',
    username: settings?.username ?? '',
    password: '',
    fromAddress: settings?.fromAddress ?? '',
  }
  return (
    <SideForm
      operation="smtp_settings_update"
      title="SMTP settings"
      submitLabel="Save"
      defaultValues={defaultValues}
      toParams={({ host, username, password, fromAddress, ...rest }: Values) => ({
        body: {
          ...rest,
          host: host.trim(),
          fromAddress: fromAddress.trim(),
          username: username.trim() || null,
          password: password || null,
        },
      })}
      onSuccess={() => {
        toast('SMTP settings saved')
        onClose()
      }}
      onClose={onClose}
    >
      <TextField name="host" label="Server" required help="A host name or an address. It must not be this server." />
      <RadioField name="security" label="Encryption" options={securities} />
      <NumberField name="port" label="Port" min={1} max={65535} />
      <TextField
        name="username"
        label="User name"
        autoComplete="off"
        help="Leave empty if the server needs no login."
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        help={
          settings?.hasPassword
            ? 'Leave empty to keep the current one. Another server or port needs the password again.'
            : undefined
        }
      />
      <AddressField name="fromAddress" label="From" />
    </SideForm>
  )
}

export function SmtpTestForm({ onClose }: { onClose: () => void }) {
  return (
    <SideForm
      operation="smtp_settings_test"
      title="Send a test"
      defaultValues={{ address: '' }}
      toParams={({ address }: { address: string }) => ({ body: { address: address.trim() } })}
      onSuccess={({ problem }, { address }) => {
        if (problem) toast({ tone: 'error', title: 'The test could not be sent', content: problem })
        else toast(`The server accepted the e-mail to ${address.trim()}`)
        onClose()
      }}
      onClose={onClose}
    >
      <AddressField label="Send to" />
    </SideForm>
  )
}

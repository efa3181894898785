// The server that sends e-mail.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { apiAction, type Action } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { useData } from '../../use-api.ts'
import { smtpSettings } from './alert-queries.ts'

const SettingsForm = lazyPopup(async () => (await import('./smtp-settings-form.lazy.tsx')).SmtpSettingsForm)
const TestForm = lazyPopup(async () => (await import('./smtp-settings-form.lazy.tsx')).SmtpTestForm)

type Settings = Model<'SmtpSettings'>

export default function SmtpSettingsTab() {
  const { settings } = useData(smtpSettings())
  const whyNot = useWhyNotFleet()
  const [open, setOpen] = useState<'edit' | 'test'>()
  const close = () => setOpen(undefined)
  const edit: Action = { label: settings ? 'Edit' : 'Set up e-mail', whyNot, run: () => setOpen('edit') }
  return (
    <>
      {settings ? (
        <Facts
          settings={settings}
          buttons={[{ label: 'Send a test', whyNot, run: () => setOpen('test') }, edit, stopAction(whyNot)]}
        />
      ) : (
        <EmptyState
          title="E-mail is not set up"
          text="Rackwright sends alerts by e-mail through an SMTP server of yours."
          action={<ActionButton action={edit} />}
        />
      )}
      {open === 'edit' && <SettingsForm settings={settings ?? undefined} onClose={close} />}
      {open === 'test' && <TestForm onClose={close} />}
    </>
  )
}

const stopAction = (whyNot: string | undefined): Action =>
  apiAction({
    label: 'Stop sending e-mail',
    whyNot,
    danger: true,
    operation: 'smtp_settings_delete',
    params: {},
    ask: {
      title: 'Stop sending e-mail',
      content: 'Delete the SMTP settings?',
      consequence: 'Alerts by e-mail wait for up to a day and then fail.',
    },
    done: 'The SMTP settings were deleted',
  })

function Facts({ settings, buttons }: { settings: Settings; buttons: readonly Action[] }) {
  const { host, port, security, username, hasPassword, fromAddress, timeModified } = settings
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-medium">SMTP server</h2>
        {buttons.map((button) => (
          <ActionButton key={button.label} action={button} />
        ))}
      </div>
      <Properties
        columns={2}
        items={[
          { name: 'Server', value: `${host}:${port}` },
          { name: 'Encryption', value: security === 'tls' ? 'TLS' : 'STARTTLS' },
          { name: 'User name', value: username },
          { name: 'Password', value: hasPassword ? 'Stored, never shown' : undefined },
          { name: 'From', value: fromAddress },
          { name: 'Last modified', value: <DateTime value={timeModified} /> },
        ]}
      />
    </>
  )
}

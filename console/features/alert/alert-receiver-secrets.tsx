// The secrets of a webhook, by ID. Replacing one: add the new one, teach it to the receiver, delete the old one.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { deleteAction, menuItem, type Action } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { TabList } from '../../table/tab-list.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'

const SecretForm = lazyPopup(async () => (await import('./webhook-forms.lazy.tsx')).WebhookSecretForm)

type Secret = Model<'WebhookSecret'>

const columns: Column<Secret>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => <CopyText text={id} /> },
  { id: 'created', header: 'Created', cell: ({ timeCreated }) => <DateTime value={timeCreated} /> },
]

export function WebhookSecrets({ receiver: { name, kind } }: { receiver: Model<'AlertReceiver'> }) {
  const whyNot = useWhyNotFleet()
  const [isAdding, setAdding] = useState(false)
  const remove = ({ id }: Secret): Action =>
    deleteAction({
      kind: 'secret',
      name: id.slice(0, 8),
      operation: 'webhook_secrets_delete',
      params: { path: { secretId: id } },
      whyNot: whyNot ?? (kind.secrets.length === 1 ? 'The only secret. Add another one first.' : undefined),
      consequence: 'Requests are no longer signed with it.',
    })
  return (
    <>
      <TabList
        text="Every request has one signature for each secret. Secrets are never shown."
        add={{ label: 'Add secret', whyNot, run: () => setAdding(true) }}
        empty={false}
      >
        <Table
          label="Secrets"
          columns={columns}
          rows={kind.secrets}
          rowKey={({ id }) => id}
          rowLabel={({ id }) => id.slice(0, 8)}
          actions={(secret) => [remove(secret)].map(menuItem)}
        />
      </TabList>
      {isAdding && <SecretForm receiver={name} onClose={() => setAdding(false)} />}
    </>
  )
}

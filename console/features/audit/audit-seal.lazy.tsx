// Verification, export and retention of the audit log.
import { useState } from 'react'
import type { AuditVerification } from '#contract/audit-verifier.ts'
import { auditVerdict } from '#contract/audit-words.ts'
import { snakify } from '#contract/camel.ts'
import { urlOf } from '#contract/client.ts'
import type { Action } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { host } from '../../host.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/display/copy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useLoad } from '../../use-api.ts'
import { downloadBlob } from '../../util/csv.ts'
import { auditSettings, auditVerification } from './audit-queries.ts'

export function AuditSeal() {
  const [found, setFound] = useState<AuditVerification>()
  const { data: settings } = useLoad(auditSettings(), { optional: true })
  const whyNot = useWhyNotFleet()
  const verify: Action = {
    label: 'Verify log',
    async run() {
      setFound(undefined)
      setFound(snakify(await auditVerification().fetch(new AbortController().signal)) as AuditVerification)
    },
  }
  const save: Action = {
    label: 'Export JSON lines',
    whyNot,
    async run() {
      const response = await host.fetch(urlOf('audit_export', {}))
      if (!response.ok) throw new Error(`the server answered ${response.status}`)
      downloadBlob('audit-log.jsonl', await response.blob())
    },
  }
  const days = settings?.retentionDays
  const retention = days ? `kept for ${days.toLocaleString()} days` : 'kept forever'
  return (
    <section aria-label="Sealing" className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-60 grow text-sm text-muted">
          Entries are sealed within two minutes, so that later changes are found{settings && `, and ${retention}`}.
        </p>
        <ActionButton action={verify} />
        <ActionButton action={save} />
        <ActionButton action={{ label: 'Settings', to: paths.auditSettings() }} />
      </div>
      {settings?.syslogProblem && (
        <Message tone="notice" title="Entries are not being forwarded">
          {settings.syslogProblem}
        </Message>
      )}
      {found && <Verdict found={found} />}
    </section>
  )
}

function Verdict({ found }: { found: AuditVerification }) {
  const { proven, unproven } = auditVerdict(found)
  const isSound = found.problems.length === 0
  const checkpoint = found.last_checkpoint
  return (
    <div aria-live="polite" className="space-y-2">
      <Message
        tone={isSound ? 'success' : 'danger'}
        title={isSound ? 'The sealed log is unchanged' : 'The log is not as it was sealed'}
        action={checkpoint && <CopyButton text={JSON.stringify(checkpoint)} label="Copy checkpoint" />}
      >
        <Sentences items={isSound ? proven : found.problems.map(({ message }) => message)} />
      </Message>
      <Message title="Not proven">
        <Sentences items={unproven} />
      </Message>
    </div>
  )
}

const Sentences = ({ items }: { items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

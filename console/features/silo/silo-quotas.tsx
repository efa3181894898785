// How much of its quotas a silo uses.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { useData } from '../../use-api.ts'
import { CapacityBars } from '../../chart/capacity-bars.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Button } from '../../ui/input/button.tsx'
import { siloUtilization } from './silo-queries.ts'

const QuotaForm = lazyPopup(async () => (await import('./silo-quota-form.lazy.tsx')).SiloQuotaForm)

export function SiloQuotas({ silo: { name: silo } }: { silo: Model<'Silo'> }) {
  const { provisioned, allocated } = useData(siloUtilization(silo))
  const whyNot = useWhyNotFleet('collaborator')
  const [editing, setEditing] = useState(false)
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-end gap-4">
        <p className="mr-auto text-sm text-muted">
          CPU and memory count while instances run; storage until disks, snapshots and images are deleted.
        </p>
        <Button disabledReason={whyNot} onClick={() => setEditing(true)}>
          Edit quotas
        </Button>
      </div>
      <CapacityBars provisioned={provisioned} quota={allocated} storageInGiB />
      {editing && <QuotaForm silo={silo} quotas={allocated} onClose={() => setEditing(false)} />}
    </>
  )
}

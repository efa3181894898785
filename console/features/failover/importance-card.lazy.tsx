// How important an instance is when a sled is lost.
import { useState } from 'react'
import { seed } from '../../api.ts'
import { useCall } from '../../call.ts'
import { Button } from '../../ui/input/button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Field } from '../../ui/input/field.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { instanceImportance, type Importance } from './failover-queries.ts'

const levels = [
  { value: 'high', label: 'High' },
  { value: 'normal', label: 'Normal' },
  { value: 'low', label: 'Low' },
] as const

export function ImportanceCard({ id, name }: { id: string; name: string }) {
  const now = useLoad(instanceImportance(id), { optional: true }).data?.importance
  // keyed: a change made elsewhere replaces an unsaved choice
  return now ? <ImportanceForm key={now} id={id} name={name} now={now} /> : null
}

function ImportanceForm({ id, name, now }: { id: string; name: string; now: Importance }) {
  const [importance, choose] = useState<Importance>(now)
  const whyNot = useWhyNot('instance_importance_update')
  const save = useCall('instance_importance_update', {
    onSuccess(saved) {
      seed(instanceImportance(id), saved)
      toast(`Importance of ${name} changed`)
    },
    onError: (error) => toast({ tone: 'error', title: 'Could not change the importance', content: error.message }),
  })
  return (
    <Card
      title="Importance"
      text="When a sled is lost, its more important instances start elsewhere first."
      footer={
        <Button
          variant="primary"
          pending={save.isPending}
          disabledReason={whyNot ?? (importance === now ? 'Nothing has changed' : undefined)}
          onClick={() => save.mutate({ path: { instance: id }, body: { importance } })}
        >
          Save importance
        </Button>
      }
    >
      <Field label="Importance" required>
        <NativeSelect items={levels} value={importance} onChange={choose} />
      </Field>
    </Card>
  )
}

// The fence agent of a sled, for fleet admins: what it is, whether its test passed, and the ways to change it.
import { useState } from 'react'
import { apiAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useLoad } from '../../use-api.ts'
import { sledFence, type Fence } from './failover-queries.ts'

const FenceForm = lazyPopup(async () => (await import('./fence-form.lazy.tsx')).FenceForm)

export function FenceCard({ sledId }: { sledId: string }) {
  const answer = useLoad(sledFence(sledId), { optional: true }).data
  const [isEditing, setEditing] = useState(false)
  if (!answer) return null
  const { fence } = answer
  return (
    <section aria-label="Fence agent" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="min-w-0 grow basis-64 wrap-anywhere">{fence ? <State fence={fence} /> : NONE}</p>
      <div className="flex flex-wrap gap-2">
        {fence && <ActionButton action={testAction(sledId)} />}
        <Button onClick={() => setEditing(true)}>{fence ? 'Edit fence agent' : 'Set up fence agent'}</Button>
        {fence && <ActionButton action={removeAction(sledId)} />}
      </div>
      {isEditing && <FenceForm sledId={sledId} fence={fence} onClose={() => setEditing(false)} />}
    </section>
  )
}

const NONE =
  'No fence agent. If this sled is lost, someone must confirm that it is off before its instances start elsewhere.'

function State({ fence: { agent, timeTested, testProblem } }: { fence: Fence }) {
  if (testProblem !== null)
    return (
      <>
        Fence agent {agent}: <span className="text-danger">the test failed. {testProblem}</span>
      </>
    )
  if (timeTested === null) return `Fence agent ${agent}: not tested yet, so it is not used.`
  return (
    <>
      Fence agent {agent}: tested <DateTime value={timeTested} />.
    </>
  )
}

const testAction = (sledId: string) =>
  apiAction({
    label: 'Test',
    operation: 'sled_fence_test',
    params: { path: { sledId } },
    done: 'Testing the fence agent',
  })

const removeAction = (sledId: string) =>
  apiAction({
    label: 'Remove',
    danger: true,
    operation: 'sled_fence_delete',
    params: { path: { sledId } },
    ask: {
      title: 'Remove fence agent',
      content: 'Remove the fence agent of this sled?',
      consequence: 'Its options and secrets are deleted. The host is not affected.',
      actionLabel: 'Remove',
    },
    done: 'Fence agent removed',
  })

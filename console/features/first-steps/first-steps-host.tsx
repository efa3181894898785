// The checklist of a new silo, above the projects, and what comes after it. Its code loads only until it is dismissed.
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { useData } from '../../use-api.ts'
import { firstSteps } from './first-steps-queries.ts'

const FirstSteps = lazyPopup(async () => (await import('./first-steps.lazy.tsx')).FirstSteps)
const FirstStepsDone = lazyPart(async () => (await import('./first-steps-done.lazy.tsx')).FirstStepsDone, null)
const stay = () => undefined

export function FirstStepsHost() {
  const answer = useData(firstSteps())
  if (answer.type !== 'success') return null
  const { steps, isFinished } = answer.data
  if (steps) return <FirstSteps steps={steps} onClose={stay} />
  return isFinished && <FirstStepsDone />
}

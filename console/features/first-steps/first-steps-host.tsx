// The checklist of a new silo, above the projects. Its code loads only while there is something left to do.
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useData } from '../../use-api.ts'
import { firstSteps } from './first-steps-queries.ts'

const FirstSteps = lazyPopup(async () => (await import('./first-steps.lazy.tsx')).FirstSteps)
const stay = () => undefined

export function FirstStepsHost() {
  const answer = useData(firstSteps())
  const steps = answer.type === 'success' ? answer.data.steps : null
  return steps && <FirstSteps steps={steps} onClose={stay} />
}

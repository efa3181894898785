// The remaining steps before a silo's first instance can be used. Other hosts lack this operation.
import { errorsAllowed } from '../../api.ts'

export const firstSteps = () => errorsAllowed('first_steps_view')

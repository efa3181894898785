// What is left to do before the first instance of a silo can be used. Hosts other than ours lack this operation.
import { errorsAllowed } from '../../api.ts'

export const firstSteps = () => errorsAllowed('first_steps_view')

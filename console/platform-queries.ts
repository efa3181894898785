// What the rack behind the API is made of. Hosts other than ours do not say.
import { errorsAllowed } from './api.ts'

export const platform = () => errorsAllowed('platform_view')

// The description of a silo, for whoever can change the silo.
import type { siloDescription as operations } from '#contract/silo-description.ts'
import type { Handlers } from '../frame/context.ts'
import { findSilo, siloSubject } from '../frame/find-silo.ts'
import { updateIdentity } from '../frame/identity.ts'

export const siloDescription = {
  async silo_description_update(ctx, { path, body }) {
    const silo = await findSilo(ctx, path.silo, 'modify')
    ctx.subject(siloSubject(silo))
    return updateIdentity(ctx, 'silo', 'silo', silo, body)
  },
} satisfies Handlers<keyof typeof operations>

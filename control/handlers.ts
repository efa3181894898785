// Every operation that is answered. What the contract has and this has not stands in pending.txt and answers 404.
import type { OperationId } from '#contract/operations.ts'
import type { Handlers } from './context.ts'
import { instance } from './instance.ts'
import { me } from './me.ts'
import { ping } from './ping.ts'
import { project } from './project.ts'
import { session } from './session.ts'
import { certificate } from './certificate.ts'
import { group } from './group.ts'
import { policy } from './policy.ts'
import { quota } from './quota.ts'
import { role } from './role.ts'
import { silo } from './silo.ts'
import { user } from './user.ts'
import { userBuiltin } from './user-builtin.ts'
import { utilization } from './utilization.ts'

export const handlers = {
  ...instance,
  ...me,
  ...ping,
  ...project,
  ...session,
  ...certificate,
  ...group,
  ...policy,
  ...quota,
  ...role,
  ...silo,
  ...user,
  ...userBuiltin,
  ...utilization,
} satisfies Partial<Handlers<OperationId>>

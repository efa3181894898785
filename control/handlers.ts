// Every operation that is answered. What the contract has and this has not stands in pending.txt and answers 404.
import type { OperationId } from '#contract/operations.ts'
import type { Handlers } from './context.ts'
import { instance } from './instance.ts'
import { me } from './me.ts'
import { ping } from './ping.ts'
import { project } from './project.ts'
import { session } from './session.ts'

export const handlers = {
  ...instance,
  ...me,
  ...ping,
  ...project,
  ...session,
} satisfies Partial<Handlers<OperationId>>

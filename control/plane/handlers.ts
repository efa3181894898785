// The handler of every operation in the contract. A missing handler does not compile.
import type { All } from '#contract/api.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Handlers } from '../frame/context.ts'
import * as nouns from './nouns.ts'

type Nouns = typeof nouns

export const handlers: Handlers<OperationId> = Object.assign({}, ...Object.values(nouns)) as All<Nouns[keyof Nouns]>

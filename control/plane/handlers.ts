// The handler of every operation in the contract. A missing handler does not compile.
import type { OperationId } from '#contract/operations.ts'
import type { Handlers } from '../frame/context.ts'
import * as nouns from './nouns.ts'

/** The intersection of a union's members. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never
type Nouns = typeof nouns

export const handlers: Handlers<OperationId> = Object.assign({}, ...Object.values(nouns)) as All<Nouns[keyof Nouns]>

// Derived from the facts in an operation's row: what it changes, and how its body is encoded. No zod: the console imports this.
import { DELETED, RUNNING } from './operation-row.ts'
import { factsOf, nounOf, operations, type Noun, type OperationId, type RowOf } from './operations.ts'

type Fact<Op extends OperationId, Name extends string> =
  RowOf<Op> extends readonly [string, { readonly [K in Name]: infer Value }] ? Value : undefined
export type Encoding<Op extends OperationId> = Fact<Op, 'encoding'>
/** The operations that are WebSockets. */
export type SocketId = { [Op in OperationId]: Fact<Op, 'websocket'> extends true ? Op : never }[OperationId]
type Touched = { [Op in OperationId]: Fact<Op, 'touches'> }[OperationId]

export function isWrite(operation: OperationId): boolean {
  return !/^(GET|HEAD) /.test(operations[operation]) && !factsOf[operation].readOnly
}

/** The nouns whose cached reads are stale after this operation; none for a read. */
export function touches(operation: OperationId): readonly Noun[] {
  const { unseen, touches: others = [] } = factsOf[operation]
  if (!isWrite(operation) || unseen) return []
  return withComputed([nounOf[operation], ...(others as NonNullable<Touched>)])
}

/** Nouns that change together with a noun without an operation, for example when a machine starts or fails. */
const alongside: Partial<Record<Noun, readonly Noun[]>> = {
  instance: RUNNING,
  // the oldest deleted ones are removed for good to make room
  disk: ['issue', ...DELETED],
  snapshot: ['issue', ...DELETED],
  image: DELETED,
  deleted: ['deleted_usage'],
  sled: ['physical_disk', 'sled_load', 'issue'],
}

/** The nouns whose cached reads are stale after a resource changed without an operation. */
export const outcomeTouches = (noun: Noun): readonly Noun[] => withComputed([noun, ...(alongside[noun] ?? [])])

const computed = Object.entries(factsOf).flatMap(([operation, { computedFrom }]) =>
  computedFrom ? { noun: nounOf[operation as OperationId], from: computedFrom } : [],
)

const withComputed = (nouns: readonly Noun[]): readonly Noun[] => [
  ...nouns,
  ...computed
    .filter(({ noun }) => !nouns.includes(noun))
    .filter(({ from }) => from === 'everything' || nouns.some((noun) => from.includes(noun)))
    .map(({ noun }) => noun),
]

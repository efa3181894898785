// What a running command works with.
import type { Api } from './api.ts'
import type { Given } from './args.ts'
import type { Host } from './connect.ts'
import type { Io } from './io.ts'
import type { Format } from './output.ts'

export interface Context {
  io: Io
  format: Format
  /** The chosen host; throws when there is none. */
  host: () => Host
  connect: () => Api
  /** From --ca-file and the environment. */
  caFile: string | undefined
  profile: string | undefined
}

export type Run = (given: Given, positionals: readonly string[], context: Context) => Promise<void>

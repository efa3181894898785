// What a command is; commands.ts lists them.
import type { Option } from './args.ts'
import type { Run } from './context.ts'

export interface Command {
  /** `floating-ip attach` */
  words: string
  /** one sentence */
  summary: string
  /** positional arguments for help: `HOST` */
  positionals?: string
  /** more for its help */
  details?: string
  options: () => Promise<readonly Option[]>
  load: () => Promise<Run>
}

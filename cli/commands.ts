// Every command: one per operation, and the program's own. Loads only what a command needs.
import { commandOf } from '#contract/command.ts'
import { descriptions } from '#contract/descriptions.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import type { Command } from './command.ts'
import { own } from './own.ts'

function ofOperation(operation: OperationId): Command {
  return {
    words: commandOf(operation),
    summary: descriptions[operation],
    details: operations[operation],
    options: async () => (await import('./operation.ts')).optionsOf(operation),
    load: async () => {
      const { runOperation } = await import('./operation.ts')
      return (given, _positionals, context) => runOperation(operation, given, context)
    },
  }
}

/** Normalizes separators: `floating ip attach` and `floating-ip-attach` are the same command. */
const keyOf = (words: string) => words.replaceAll(/[ -]/g, '_')

const ofOperations = new Map(
  (Object.keys(operations) as OperationId[])
    .filter((operation) => !factsOf[operation].websocket)
    .map((operation) => [operation as string, ofOperation(operation)]),
)
export const commands: readonly Command[] = [...own, ...ofOperations.values()]
/** The ID of an operation works too, unless it is the name of another command: `login local` is `session login local`. */
const byKey = new Map([...ofOperations, ...commands.map((command) => [keyOf(command.words), command] as const)])

export interface Found {
  command: Command
  /** the words after the command */
  rest: string[]
}

/** The longest command that the words begin with. */
export function findCommand(words: readonly string[]): Found | undefined {
  for (let count = words.length; count > 0; count -= 1) {
    const command = byKey.get(keyOf(words.slice(0, count).join(' ')))
    if (command) return { command, rest: words.slice(count) }
  }
  return undefined
}

/** The commands that begin with these words. */
export function commandsUnder(words: readonly string[]): Command[] {
  const key = keyOf(words.join(' '))
  return commands.filter((command) => key === '' || keyOf(command.words).startsWith(`${key}_`))
}

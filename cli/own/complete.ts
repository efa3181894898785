// Suggests completions at the cursor, for the completion scripts.
import { commandsUnder, findCommand } from '../commands.ts'
import { GLOBAL } from '../help.ts'
import { write, type Io } from '../io.ts'

export async function complete(words: readonly string[], io: Io): Promise<void> {
  const found = await candidates(words.slice(0, -1), words.at(-1) ?? '')
  await write(io.stdout, found.map((each) => `${each}\n`).join(''))
}

async function candidates(before: readonly string[], current: string): Promise<string[]> {
  const end = before.findIndex((word) => word.startsWith('-'))
  const words = end === -1 ? before : before.slice(0, end)
  const command = findCommand(words)
  const options = [...(command ? await command.command.options() : []), ...GLOBAL]
  const last = options.find(({ name }) => `--${name}` === before.at(-1))
  if (last?.choices) return starting(last.choices, current)
  if (last && last.kind !== 'boolean') return []
  if (current.startsWith('-'))
    return starting(
      options.map(({ name }) => `--${name}`),
      current,
    )
  if (end !== -1) return []
  // the next word of every command that begins with these
  const next = commandsUnder(words).flatMap(
    ({ words: all }) => all.split(' ')[words.join(' ').split(/ /).filter(Boolean).length] ?? [],
  )
  return starting(next, current)
}

const starting = (words: readonly string[], start: string) =>
  [...new Set(words)].filter((word) => word.startsWith(start)).sort()

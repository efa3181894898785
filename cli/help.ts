// Help texts. The list of commands needs only the table of operations, so that it appears immediately.
import { PROGRAM } from '#contract/command.ts'
import type { Option } from './args.ts'
import type { Command } from './command.ts'
import { commands, commandsUnder } from './commands.ts'
import { own } from './own.ts'

export const GLOBAL: readonly Option[] = [
  {
    name: 'format',
    kind: 'string',
    value: 'FORMAT',
    choices: ['table', 'json', 'yaml'],
    help: 'table, json or yaml (table)',
  },
  { name: 'profile', kind: 'string', value: 'NAME', help: 'the profile to use (RACKWRIGHT_PROFILE)' },
  {
    name: 'ca-file',
    kind: 'string',
    value: 'FILE',
    help: 'trust this certificate authority, PEM (RACKWRIGHT_CA_FILE)',
  },
  { name: 'help', short: 'h', kind: 'boolean', help: 'show help' },
]

const MAX_WIDTH = 38

function rows(lines: readonly (readonly [string, string])[]): string {
  const width = Math.min(MAX_WIDTH, Math.max(0, ...lines.map(([left]) => left.length)))
  return lines
    .map(([left, right]) =>
      left.length > width ? `  ${left}\n${' '.repeat(width + 4)}${right}\n` : `  ${left.padEnd(width)}  ${right}\n`,
    )
    .join('')
}

export function mainHelp(): string {
  const nouns = [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? ''))]
    .filter((noun) => !own.some(({ words }) => words === noun || (words.startsWith('profile ') && noun === 'profile')))
    .sort()
  return `Usage: ${PROGRAM} COMMAND [options]

Commands:
${rows(own.map(({ words, positionals, summary }) => [`${words}${positionals ? ` ${positionals}` : ''}`, summary]))}
Every operation of the API is a command, by noun and verb: ${PROGRAM} instance list --project web
${PROGRAM} NOUN --help lists the commands of a noun, ${PROGRAM} NOUN VERB --help the options of a command.

Nouns:
${wrapped(nouns)}
Options of every command:
${optionRows(GLOBAL)}
Environment: RACKWRIGHT_URL, RACKWRIGHT_TOKEN, RACKWRIGHT_PROFILE, RACKWRIGHT_CA_FILE
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 not found, 5 host unreachable, 130 interrupted
`
}

function wrapped(words: readonly string[]): string {
  const lines = ['']
  for (const word of words) {
    const last = lines[lines.length - 1] ?? ''
    if (last.length + word.length > 90) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last}  ${word}`
  }
  return lines.map((line) => `  ${line}\n`).join('')
}

/** undefined when no command begins with these words. */
export function groupHelp(words: readonly string[]): string | undefined {
  const under = commandsUnder(words)
  if (under.length === 0) return undefined
  return `Usage: ${PROGRAM} ${words.join(' ')} COMMAND [options]

Commands:
${rows(under.map((command) => [command.words, command.summary]))}
`
}

export async function commandHelp(command: Command): Promise<string> {
  const { words, positionals, summary, details } = command
  const options = await command.options()
  const others = commandsUnder(words.split(' '))
  return `Usage: ${[PROGRAM, words, positionals].filter(Boolean).join(' ')} [options]

${summary}
${details ? `${details}\n` : ''}${options.length > 0 ? `\nOptions:\n${optionRows(options)}` : ''}${
    others.length > 0 ? `\nMore commands:\n${rows(others.map((each) => [each.words, each.summary]))}` : ''
  }
Options of every command:
${optionRows(GLOBAL)}`
}

const optionRows = (options: readonly Option[]) =>
  rows(
    options.map(({ name, short, kind, value, help, required }) => [
      `${short ? `-${short}, ` : ''}--${name}${kind === 'boolean' ? '' : ` ${value ?? 'TEXT'}`}`,
      required ? `${help} (required)` : help,
    ]),
  )

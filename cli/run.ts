// Finds the command, parses its options and runs it. Returns the exit code.
import { PROGRAM } from '#contract/command.ts'
import { distance, parse, textIn, tokensOf, type Given } from './args.ts'
import type { Command } from './command.ts'
import { commands, findCommand } from './commands.ts'
import { CliError, EXIT, isClosedPipe, usage } from './failure.ts'
import { commandHelp, GLOBAL, groupHelp, mainHelp } from './help.ts'
import { write, type Io } from './io.ts'
import type { Format } from './output.ts'

export async function run(args: readonly string[], io: Io, version: string): Promise<number> {
  // a stream also emits the error that its write() reports; unhandled, that would end the process
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => undefined)
  try {
    await dispatch(args, io, version)
    return EXIT.ok
  } catch (error) {
    return report(error, io)
  }
}

async function report(reason: unknown, { stderr, signal }: Io): Promise<number> {
  if (isClosedPipe(reason)) return EXIT.ok
  if (signal.aborted && !(reason instanceof CliError)) return EXIT.interrupted
  const message = reason instanceof Error ? reason.message : String(reason)
  // the exit code counts even when nobody reads the message
  await write(stderr, `${PROGRAM}: ${message}\n`).catch(() => undefined)
  return reason instanceof CliError ? reason.exitCode : EXIT.other
}

const isGlobal = (name: string) => GLOBAL.some((option) => option.name === name)

/** The words before the first option that only the command knows, and whether help is wanted. */
function read(args: readonly string[]): { words: string[]; wantsHelp: boolean } {
  const tokens = tokensOf(args, GLOBAL)
  const end = tokens.findIndex((token) => token.kind === 'option' && !isGlobal(token.name))
  const words = tokens
    .slice(0, end === -1 ? tokens.length : end)
    .flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const wantsHelp = words[0] === 'help' || tokens.some((token) => token.kind === 'option' && token.name === 'help')
  return { words: words[0] === 'help' ? words.slice(1) : words, wantsHelp }
}

async function dispatch(args: readonly string[], io: Io, version: string): Promise<void> {
  if (args[0] === '__complete') return (await import('./own/complete.ts')).complete(args.slice(1), io)
  if (args[0] === '--version') return write(io.stdout, `${version}\n`)
  const { words, wantsHelp } = read(args)
  if (words.length === 0) {
    if (!wantsHelp) parse(args, GLOBAL)
    await write(wantsHelp || args.length === 0 ? io.stdout : io.stderr, mainHelp())
    if (!wantsHelp && args.length > 0) throw usage('which command?')
    return
  }
  const found = findCommand(words)
  const isWhole = found && (found.rest.length === 0 || found.command.positionals)
  if (wantsHelp) return write(io.stdout, isWhole ? await commandHelp(found.command) : helpOf(words))
  if (!found) throw unknown(words)
  const { command, rest } = found
  if (!isWhole) throw usage(`${command.words} takes no ${rest[0]}; see ${PROGRAM} ${command.words} --help`)
  const { given, positionals } = parse(args, [...(await command.options()), ...GLOBAL])
  await start(command, given, positionals.slice(words.length - rest.length), io)
}

function helpOf(words: readonly string[]): string {
  const help = groupHelp(words)
  if (help === undefined) throw unknown(words)
  return help
}

function unknown(words: readonly string[]): CliError {
  const text = words.join(' ')
  if (groupHelp(words) !== undefined)
    return usage(`${text} needs a verb; \`${PROGRAM} ${text} --help\` lists the commands`)
  const close = commands
    .map((command) => ({ words: command.words, steps: distance(command.words, text) }))
    .sort((a, b) => a.steps - b.steps)[0]
  const hint =
    close && close.steps <= 3 ? `; did you mean ${close.words}?` : `; \`${PROGRAM} --help\` lists the commands`
  return usage(`unknown command: ${text}${hint}`)
}

async function start(command: Command, given: Given, positionals: readonly string[], io: Io): Promise<void> {
  if (positionals.length > 0 && !command.positionals) throw usage(`unexpected: ${positionals.join(' ')}`)
  const profile = textIn(given, 'profile')
  const caFile = textIn(given, 'ca-file')
  // loaded lazily: HTTP and TLS take longer to load than help takes to print
  const { connectTo, findHost } = await import('./connect.ts')
  const host = () => findHost(io.env, { profile, caFile })
  const runCommand = await command.load()
  await runCommand(given, positionals, {
    io,
    format: (textIn(given, 'format') ?? 'table') as Format,
    host,
    connect: () => connectTo(host()),
    caFile: caFile ?? (io.env.RACKWRIGHT_CA_FILE || undefined),
    profile,
  })
}

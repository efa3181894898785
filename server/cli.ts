// The command line entry point: reads the options, starts the server, prints its address and stops it on a signal. `backup` and
// `restore` run and exit.
import { join } from 'node:path'
import { isCommand, runCommand } from './backup/command.ts'
import { preferShortPauses } from './garbage.ts'
import { listen } from './http/listen.ts'
import { makeLog } from './log.ts'
import { construct } from './main.ts'
import { BadOption, HELP, type Options, readOptions } from './options.ts'
import { makePages } from './http/pages.ts'
import { startupFailure } from './startup-failure.ts'
import { version } from '../package.json'
import { welcome } from './welcome.ts'

const log = makeLog()
preferShortPauses()

let options: Options | undefined
try {
  const [word, file, ...rest] = process.argv.slice(2)
  const given = readOptions(isCommand(word) ? rest : process.argv.slice(2), process.env)
  if (given === 'help') process.stdout.write(HELP)
  else if (!isCommand(word)) await run((options = given))
  else if (!file || file.startsWith('-')) throw new BadOption(`usage: npm run ${word} -- FILE [options]`)
  else process.stdout.write(`${await runCommand(word, file, (options = given), version)}\n`)
} catch (error) {
  log.flush()
  process.stderr.write(`rackwright: ${startupFailure(error, options)}\n`)
  process.exit(error instanceof BadOption ? 2 : 1)
}

async function run(options: Options): Promise<void> {
  const running = await construct(options, makePages(join(import.meta.dirname, '../console')), log)
  const listening = await listen(running.host, options).catch(async (error: unknown) => {
    await running.stop()
    throw error
  })
  process.stdout.write(welcome(listening.url, options, running.login))

  let ending = false
  const end = async () => {
    // a second signal exits without waiting
    if (ending) process.exit(1)
    ending = true
    await listening.close()
    await running.stop()
    log.flush()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
}

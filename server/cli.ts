// The command line entry point: reads the options, starts the server, prints its address and stops it on a signal. Maintenance
// commands (command.ts) run and exit.
import { join } from 'node:path'
import { isCommand, runCommand } from './command.ts'
import { tuneGarbageCollection } from './garbage.ts'
import { bind } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { watchTls } from './http/tls.ts'
import { makeLog } from './log.ts'
import { construct } from './main.ts'
import { HELP } from './option-help.ts'
import { BadOption, type Options, readOptions } from './options.ts'
import { startupFailure } from './startup-failure.ts'
import { version } from '../package.json'
import { loginText, welcome } from './welcome.ts'

const log = makeLog()
tuneGarbageCollection()
// whatever this process creates holds secrets: the database, disks, backups
process.umask(0o077)

let options: Options | undefined
try {
  const [word, ...rest] = process.argv.slice(2)
  if (isCommand(word)) {
    const answer = await runCommand(word, rest, process.env, version, (given) => (options = given))
    process.stdout.write(`${answer}\n`)
  } else {
    const given = readOptions(process.argv.slice(2), process.env)
    if (given === 'help') process.stdout.write(HELP)
    else if (given === 'version') process.stdout.write(`${version}\n`)
    else await run((options = given))
  }
} catch (error) {
  log.flush()
  process.stderr.write(`rackwright: ${startupFailure(error, options)}\n`)
  process.exit(error instanceof BadOption ? 2 : 1)
}

async function run(options: Options): Promise<void> {
  // first of all: a server that cannot listen must not create anything
  const bound = await bind(options)
  const running = await construct(options, makePages(join(import.meta.dirname, '../console')), log).catch(
    async (error: unknown) => {
      await bound.close()
      throw error
    },
  )
  bound.serve(running.host)
  log.info('started', { version, node: process.version, pid: process.pid, url: bound.url })
  process.stderr.write(welcome(bound.url, options))
  await running.showFirstLogin((login) => process.stderr.write(loginText(login, options)))

  const reload = () => bound.reload(log)
  if (options.tls) watchTls(options.tls, reload)
  // without a certificate there is nothing to reload, and the signal must not end the server
  process.on('SIGHUP', reload)

  let ending = false
  const end = async (signal: string) => {
    // a second signal exits without waiting
    if (ending) process.exit(1)
    ending = true
    log.info('stopping', { signal })
    await bound.close()
    await running.stop()
    log.info('stopped')
    log.flush()
    process.exit(0)
  }
  process.on('SIGINT', () => void end('SIGINT'))
  process.on('SIGTERM', () => void end('SIGTERM'))
}

// The command: reads what the operator wants, starts it, says where it is, and ends it when asked to.
import { join } from 'node:path'
import { listen } from './http/listen.ts'
import { makeLog } from './log.ts'
import { construct } from './main.ts'
import { BadOption, HELP, type Options, readOptions } from './options.ts'
import { makePages } from './http/pages.ts'
import { welcome } from './welcome.ts'

const log = makeLog()

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === 'help') process.stdout.write(HELP)
  else await run(options)
} catch (error) {
  log.flush()
  if (!(error instanceof BadOption)) throw error
  process.stderr.write(`rackwright: ${error.message}\n`)
  process.exit(2)
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
    // asked twice: whoever asks does not want to wait
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

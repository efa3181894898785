// What the operator reads at the terminal: the console's address and the first login. It goes to standard error, because standard
// output is the log, which is collected and read by others.
import type { FirstLogin } from '#control/system/first-login.ts'
import { HOSTS_ONLY } from './option-readers.ts'
import type { Options } from './options.ts'

export function welcome(url: string, options: Options): string {
  const lines = ['', `  Rackwright is at ${url}`]
  if (options.apiHost) lines.push(`  It shows the API at ${options.apiHost.origin}`)
  else {
    const where = options.machines === HOSTS_ONLY ? 'on hosts that you add' : `on this host (${options.machines})`
    lines.push(options.machines ? `  Machines are real: they run ${where}` : '  Machines are simulated')
    if (options.network) lines.push(`  Networks are real: they are on OVN (${options.network.northbound})`)
    else lines.push(options.machines ? '  Networks are not enforced' : '  Networks are simulated')
  }
  return lines.join('\n') + '\n\n'
}

export function loginText({ silo, user, password }: FirstLogin, options: Options): string {
  const given = options.adminPassword !== undefined
  const lines = [`  silo      ${silo}`, `  user      ${user}`, `  password  ${given ? '(the one you set)' : password}`]
  if (!given) lines.push('', '  Sign in to keep it: until somebody has, every start sets another password.')
  return lines.join('\n') + '\n\n'
}

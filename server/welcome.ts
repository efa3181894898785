// The start message: the console's address and, on the first start, the login.
import type { FirstLogin } from '#control/system/first-run.ts'
import type { Options } from './options.ts'

export function welcome(url: string, options: Options, login: FirstLogin | undefined): string {
  const lines = ['', `  Rackwright is at ${url}`]
  if (options.apiHost) lines.push(`  It shows the API at ${options.apiHost.origin}`)
  if (login) {
    const given = options.adminPassword !== undefined
    lines.push(
      '',
      `  silo      ${login.silo}`,
      `  user      ${login.user}`,
      `  password  ${given ? '(the one you set)' : login.password}`,
    )
    if (!given) lines.push('', '  Keep the password: it is not shown again.')
  }
  return lines.join('\n') + '\n\n'
}

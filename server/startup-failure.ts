// One line for the operator when the server cannot start: what failed and what to check, instead of a stack trace.
import { BadOption, type Options } from './options.ts'

type Context = Pick<Options, 'data' | 'databaseUrl'>

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
}
const FILES: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'no such file or directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the path is too long',
}

export function startupFailure(error: unknown, options: Context | undefined): string {
  if (error instanceof BadOption) return error.message
  const code = String((error as { code?: unknown } | undefined)?.code ?? '')
  const message = firstLine(error)
  // backups use tar
  const program = programIn(error)
  if (program) return `cannot run ${program}: it is not installed, or not in the PATH`
  if (options?.databaseUrl) {
    if (NETWORK[code]) return `cannot reach the database: ${NETWORK[code]}; check --database-url`
    // SQLSTATE codes of PostgreSQL
    if (/^[0-9A-Z]{5}$/.test(code) || /timeout|terminated/i.test(message)) return `cannot use the database: ${message}`
  }
  if (options && FILES[code])
    return `cannot use ${pathIn(error) ?? `the data directory ${options.data}`}: ${FILES[code]}`
  if (options && code.startsWith('SQLITE')) return `cannot use the database in ${options.data}: ${message}`
  return message
}

/** The program that could not be started because it does not exist. */
function programIn(error: unknown): string | undefined {
  const { code, syscall = '' } = (error ?? {}) as { code?: unknown; syscall?: string }
  return code === 'ENOENT' && syscall.startsWith('spawn ') ? syscall.slice('spawn '.length) : undefined
}

const pathIn = (error: unknown) => (error as { path?: string } | undefined)?.path

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0]?.slice(0, 300) ?? ''

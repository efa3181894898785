// What the last start was given, in a file of the data directory, so that a start which leaves an option out says so or is refused: a
// network that is not enforced any more, or addresses of silos that lead nowhere, are seen late otherwise.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Log } from '#control/frame/ports/host.ts'
import { MARK_NAME } from '#drivers/files/mark.ts'
import { poolIn } from './option-readers.ts'
import { OPTION_NAMES, type OptionName, OPTIONS } from './option-table.ts'
import { BadOption, camel, type Options } from './options.ts'

type Known = Partial<Record<OptionName, string>>

interface LastOptions {
  file: string
  options: Options
  log: Pick<Log, 'warn'>
  uuid(): string
}

/** The names of what the file has. No secrets are among them. */
const KEPT: OptionName[] = ['network', 'volumes', ...OPTION_NAMES.filter((name) => OPTIONS[name].later === 'said')]

/** Throws before anything is changed. */
export function checkNetwork({ file, options }: Pick<LastOptions, 'file' | 'options'>): void {
  const { network } = readLast(file)
  if (network !== undefined && !options.network && !options.forgetNetwork)
    throw new BadOption(
      `this data directory was used with the OVN at ${network}: give --network again, or give --forget-network to connect ` +
        'machines without OVN from now on',
    )
}

/** Where the volumes of a data directory are, if they are not in it. */
export function volumesElsewhere(data: string): string | undefined {
  const { volumes } = readLast(join(data, 'last-options'))
  return volumes === resolve(data, 'disks') ? undefined : volumes
}

/** The next start has to say the same. */
export function noteVolumes(data: string, volumes: string): void {
  const file = join(data, 'last-options')
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...readLast(file), volumes })}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Without its volumes every disk would be missing. */
export function checkVolumes({ file, options }: { file: string; options: Pick<Options, 'volumes'> }): void {
  const { volumes } = readLast(file)
  if (volumes !== undefined && options.volumes === undefined)
    throw new BadOption(`this data directory was used with the volumes in ${volumes}: give --volumes again`)
  const [was, now] = [poolIn(volumes), poolIn(options.volumes)]
  // an empty place to mount them at would become the directory of new volumes beside the old ones
  if (
    volumes !== undefined &&
    volumes === options.volumes &&
    was === undefined &&
    !existsSync(join(volumes, MARK_NAME))
  )
    throw new BadOption(
      `the volumes of this data directory are not in ${volumes}: mount them, or put them back. If they are lost, create the empty ` +
        `file ${join(volumes, MARK_NAME)}`,
    )
  if (was !== undefined && was !== now)
    throw new BadOption(`the volumes of this data directory are on Ceph, in ${volumes}: give --volumes ${volumes}`)
  if (now !== undefined && was === undefined && (volumes !== undefined || hasFiles(join(dirname(file), 'disks'))))
    throw new BadOption(
      `the volumes of this data directory are files in ${volumes ?? 'its directory disks'}, which are not on Ceph: start without ` +
        `--volumes ${options.volumes}, or use another --data`,
    )
}

/** What a volume of the file driver is named like. */
const hasFiles = (folder: string) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.blocks'))

export function noteOptions({ file, options, log, uuid }: LastOptions): void {
  const [last, now] = [readLast(file), keptOf(options)]
  for (const name of KEPT) {
    const was = last[name]
    if (was === undefined || was === now[name]) continue
    if (now[name] === undefined) log.warn(`the last start had --${name}, and this one does not`, { was })
    else log.warn(`--${name} is not the one of the last start`, { was, now: now[name] })
  }
  if (JSON.stringify(last) !== JSON.stringify(now)) write(file, `${file}.${uuid()}`, now, log)
}

/** A full file system must not keep the server from starting. */
function write(file: string, draft: string, now: Known, log: LastOptions['log']): void {
  try {
    writeFileSync(draft, `${JSON.stringify(now)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    log.warn('the options of this start could not be noted', { file, why: String(error) })
  }
}

function keptOf(options: Options): Known {
  const more: Known = { network: options.network?.northbound, 'tls-cert': options.tls?.cert }
  const valueOf = (name: OptionName) => more[name] ?? (options as unknown as Record<string, unknown>)[camel(name)]
  const given = KEPT.map((name) => [name, valueOf(name)] as const).filter(
    ([, value]) => value !== undefined && value !== false,
  )
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function readLast(file: string): Known {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Known
  } catch (error) {
    // of an earlier version, or cut off: nothing is known
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

// Imports a file to a disk and resumes an interrupted run: each step checks the disk's state and does what is missing.
import { GIB } from '#contract/limits.ts'
import type { Api } from '../../api.ts'
import { CliError, EXIT, Refused } from '../../failure.ts'
import { write, type Io } from '../../io.ts'
import { retry } from '../retry.ts'
import { sendChunks } from './chunks.ts'
import { journalKey, openJournal, type Journal } from './journal.ts'
import { makeProgress } from '../progress.ts'
import type { Source } from './source.ts'

export interface Disk {
  id: string
  name: string
  state: { state: string }
}

export interface ImportOptions {
  api: Api
  io: Io
  source: Source
  /** name or ID */
  project: string
  /** The disk's name; may depend on the file's digest. */
  name: (digest: string) => string
  description: string
  size?: number | undefined
  blockSize: number
  /** The name of the snapshot to take at the end. */
  snapshot?: ((digest: string) => string) | undefined
}

export interface Imported {
  disk: Disk
  snapshot: string | undefined
  /** Removed when done, so that the next run starts over. */
  journal: Journal
}

const POLL_INTERVAL_MS = 500

export async function importDisk(options: ImportOptions): Promise<Imported> {
  const { api, io, source, project, blockSize } = options
  const reading = makeProgress(io, 'Reading', source.size)
  const digest = await source.digest(reading.set, io.signal)
  reading.end()
  const name = options.name(digest)
  const journal = openJournal(io.env, journalKey(api.url, project, name, String(blockSize), digest))
  const found = await earlier(options, journal)
  const disk = found ?? (await create(options, name, journal))
  const view = () => retry(io, io.signal, () => api.call<Disk>('disk_view', { path: { disk: disk.id } }, io.signal))
  const at = { path: { disk: disk.id } }
  const ready = await settled(view, io, 'creating')
  const snapshot = options.snapshot?.(digest)
  if (ready.state.state === 'import_ready' || ready.state.state === 'importing_from_bulk_writes') {
    if (ready.state.state === 'import_ready') await api.call('disk_bulk_write_import_start', at, io.signal)
    let sent = 0
    const progress = makeProgress(io, 'Uploading', source.size)
    try {
      await sendChunks({ api, io, source, journal, blockSize, at, onDone: (bytes) => progress.set((sent += bytes)) })
    } finally {
      progress.end()
    }
    await api.call('disk_bulk_write_import_stop', at, io.signal)
    await api.call('disk_finalize_import', { ...at, body: { snapshot_name: snapshot ?? null } }, io.signal)
  }
  const done = await settled(view, io, 'finalizing')
  if (done.state.state !== 'detached') throw new CliError(EXIT.other, `the disk ${name} is ${done.state.state}`)
  return { disk: done, snapshot, journal }
}

/** The disk of an interrupted run, if it still exists. */
async function earlier({ api, io }: ImportOptions, journal: Journal): Promise<Disk | undefined> {
  if (!journal.disk) return undefined
  try {
    const disk = await api.call<Disk>('disk_view', { path: { disk: journal.disk } }, io.signal)
    await write(io.stderr, `Continuing the upload to disk ${disk.name}\n`)
    return disk
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

async function create(options: ImportOptions, name: string, journal: Journal): Promise<Disk> {
  const { api, io, source, project, description, blockSize } = options
  const size = options.size ?? Math.ceil(source.size / GIB) * GIB
  const disk_source = { type: 'importing_blocks', block_size: blockSize }
  const body = { name, description, size, disk_source }
  const disk = await api.call<Disk>('disk_create', { query: { project }, body }, io.signal)
  journal.begin(disk.id)
  return disk
}

async function settled(view: () => Promise<Disk>, io: Io, passing: string): Promise<Disk> {
  for (;;) {
    const disk = await view()
    if (disk.state.state !== passing) return disk
    await io.sleep(POLL_INTERVAL_MS, io.signal)
  }
}

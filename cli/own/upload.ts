// `rackwright image upload FILE` and `rackwright disk import FILE`.
import type { Api } from '../api.ts'
import { needText, readNumber, textIn, type Given } from '../args.ts'
import type { Context, Run } from '../context.ts'
import { CliError, EXIT, Refused, usage } from '../failure.ts'
import { write, type Io } from '../io.ts'
import { print } from '../output.ts'
import { importDisk, type Imported, type ImportOptions } from '../transfer/published/import.ts'
import { isUnfinished } from '../transfer/published/journal.ts'
import { openSource } from '../transfer/published/source.ts'
import { isStaged, isUrl, upload } from '../transfer/staged.ts'

const POLL_INTERVAL_MS = 500
const DEFAULT_BLOCK_SIZE = '512'

interface Job extends Pick<ImportOptions, 'name' | 'snapshot' | 'size' | 'description'> {
  /** What is created in the end. */
  target: { noun: 'disk' | 'image'; name: string }
}

async function transfer(given: Given, positionals: readonly string[], { io, connect }: Context, job: Job) {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw usage('which file?')
  const project = needText(given, 'project')
  const blockSize = Number(textIn(given, 'block-size') ?? DEFAULT_BLOCK_SIZE)
  const api = connect()
  const source = await openSource(file)
  try {
    await checkFree(api, io, project, job.target)
    const imported = await importDisk({ api, io, source, project, blockSize, ...job })
    return { api, project, imported }
  } catch (error) {
    if (io.signal.aborted) throw new CliError(EXIT.interrupted, 'interrupted; run the same command again to continue')
    throw error
  } finally {
    await source.close()
  }
}

/** Before the file is read, which takes minutes for a large one. */
async function checkFree(api: Api, io: Io, project: string, { noun, name }: Job['target']): Promise<void> {
  const call = { path: { [noun]: name }, query: { project } }
  try {
    const { id } = await api.call<{ id: string }>(`${noun}_view`, call, io.signal)
    if (!isUnfinished(io.env, id)) throw new CliError(EXIT.refused, `${noun} ${name} already exists`)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error
  }
}

export const diskImport: Run = async (given, positionals, context) => {
  const name = needText(given, 'name')
  const size = textIn(given, 'size')
  const { imported } = await transfer(given, positionals, context, {
    target: { noun: 'disk', name },
    name: () => name,
    description: textIn(given, 'description') ?? '',
    size: size === undefined ? undefined : readNumber('size', size),
  })
  imported.journal.remove()
  await print(context.io, context.format, imported.disk)
}

export const imageUpload: Run = async (given, positionals, context) => {
  const { io, format } = context
  const image = {
    name: needText(given, 'name'),
    description: textIn(given, 'description') ?? '',
    os: needText(given, 'os'),
    version: needText(given, 'version'),
  }
  const [from = ''] = positionals
  if (isUrl(from) || (positionals.length === 1 && (await isStaged(from)))) {
    const blockSize = Number(textIn(given, 'block-size') ?? DEFAULT_BLOCK_SIZE) as 512
    const job = { api: context.connect(), io, project: needText(given, 'project'), image: { ...image, blockSize } }
    return print(io, format, await upload(job, from))
  }
  // the same command finds its temporary disk again; another image of the same file gets its own
  const temporary = (digest: string) => `tmp-${digest.slice(0, 12)}-${image.name}`.slice(0, 63).replace(/-+$/, '')
  const { api, project, imported } = await transfer(given, positionals, context, {
    target: { noun: 'image', name: image.name },
    name: temporary,
    snapshot: temporary,
    description: `temporary disk of the upload of image ${image.name}`,
  })
  const made = await makeImage(api, io, project, imported, image)
  await cleanUp(api, io, project, imported)
  imported.journal.remove()
  await print(io, format, made)
}

interface Snapshot {
  id: string
  state: string
}

async function makeImage(api: Api, io: Io, project: string, { snapshot: name, journal }: Imported, image: object) {
  // an earlier run got this far
  if (journal.image) return api.call('image_view', { path: { image: journal.image } }, io.signal)
  const at = { path: { snapshot: name }, query: { project } }
  for (;;) {
    const { id, state } = await api.call<Snapshot>('snapshot_view', at, io.signal)
    if (state === 'ready') {
      const body = { ...image, source: { type: 'snapshot', id } }
      const made = await api.call<{ id: string }>('image_create', { query: { project }, body }, io.signal)
      journal.setImage(made.id)
      return made
    }
    if (state !== 'creating') throw new CliError(EXIT.other, `the snapshot ${name} is ${state}`)
    await io.sleep(POLL_INTERVAL_MS, io.signal)
  }
}

/** The image exists, so failing to clean up is a warning, not an error. */
async function cleanUp(api: Api, io: Io, project: string, { disk, snapshot }: Imported): Promise<void> {
  const remove = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.status !== 404) await write(io.stderr, `warning: ${what} could not be deleted: ${error.message}\n`)
    }
  }
  const at = { path: { snapshot }, query: { project } }
  await remove(`the temporary snapshot ${snapshot}`, () => api.call('snapshot_delete', at, io.signal))
  await remove(`the temporary disk ${disk.name}`, () => api.call('disk_delete', { path: { disk: disk.id } }, io.signal))
}

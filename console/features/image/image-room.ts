// Whether an image has room in the storage quota, asked before anything is sent.
import { GIB } from '#contract/limits.ts'
import { wholeGib } from '#contract/image-format.ts'
import { inspect } from '../../upload/inspect.ts'
import { whyNoStorage } from '../../util/quota.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { imageUploads } from './image-queries.ts'

const TIMEOUT_MS = 30_000

/** An image has at least a gibibyte, whatever is at a URL. */
const sizeOf = async (file: File | null): Promise<number> =>
  file ? (await inspect(file).catch(() => ({ imageSize: wholeGib(file.size) }))).imageSize : GIB

/** Undefined also if it cannot be known: then the server decides. */
export async function whyNoRoom(project: string, file: File | null): Promise<string | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const use = await utilization()
    .fetch(signal)
    .catch(() => undefined)
  const problem = use && whyNoStorage('The image', await sizeOf(file), use)
  // an upload that goes on was charged when it began
  return problem && !(file && (await isContinued(project, file.size, signal))) ? problem : undefined
}

async function isContinued(project: string, size: number, signal: AbortSignal): Promise<boolean> {
  const known = await imageUploads(project)
    .fetch(signal)
    .catch(() => undefined)
  return known?.type === 'success' && known.data.items.some((one) => one.state === 'receiving' && one.size === size)
}

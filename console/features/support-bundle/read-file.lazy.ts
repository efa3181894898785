// Reads the beginning of a file in a support bundle.
import { ApiError } from '#contract/errors.ts'
import { host } from '../../host.ts'

export interface FileStart {
  text: string
  /** of the whole file */
  size: number
  isCut: boolean
}

export async function readStart(url: string, maxBytes: number, signal: AbortSignal): Promise<FileStart> {
  const range = `bytes=0-${maxBytes - 1}`
  const response = await host.fetch(url, { headers: { range }, signal })
  // an empty file has no first byte
  if (response.status === 416) return { text: '', size: 0, isCut: false }
  if (!response.ok) throw await refusal(response)
  const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, maxBytes)
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  const size = Number(total ?? response.headers.get('content-length') ?? bytes.length)
  return { text: new TextDecoder().decode(bytes), size, isCut: size > bytes.length }
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { message?: string }
  const message = body.message ?? 'The file cannot be read.'
  return new ApiError('support_bundle_download_file', { status: response.status, message })
}

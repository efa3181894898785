// How a file is uploaded: hosts like ours stage it, and an interrupted upload continues. Other hosts have only the published operations,
// which know nothing but raw disks and start over.
import { queryOptions } from '../api.ts'
import { queryClient } from '../cache.ts'
import { isUnknownOperation } from '../other-host.ts'
import { platform } from '../platform-queries.ts'
import { inspect } from './inspect.ts'
import type { UploadSource } from './start-upload.ts'

export async function fileUpload(file: File): Promise<UploadSource> {
  // an unreadable file is reported when it is uploaded
  const findings = await inspect(file).catch(() => undefined)
  return { type: findings?.format === 'raw' && !(await canStage()) ? 'raw' : 'file', file }
}

/** Yes if the host cannot be reached: then the upload says so. */
async function canStage(): Promise<boolean> {
  const answer = await queryClient.fetchQuery(queryOptions(platform())).catch(() => undefined)
  return answer === undefined || !isUnknownOperation(answer)
}

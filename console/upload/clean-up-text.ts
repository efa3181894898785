// What an upload says about its temporary disk and snapshot. It names only those that were created.
import type { UploadState } from './upload.ts'

type Cleaned = Pick<UploadState, 'temporary'>

export const cleaningText = ({ temporary }: Cleaned): string =>
  temporary.length > 0 ? `Deleting the temporary ${temporary.join(' and ')}` : 'Cleaning up'

export function cleanedText({ temporary }: Cleaned): string | undefined {
  if (temporary.length === 0) return undefined
  return `The temporary ${temporary.join(' and ')} ${temporary.length > 1 ? 'have' : 'has'} been deleted.`
}

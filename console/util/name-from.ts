// Proposes the name of a resource from other text: a file name, the comment of a key.
import { MAX_NAME_LENGTH } from '#contract/limits.ts'

/** Empty if no valid name is left. */
export const nameFrom = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/-+$/, '')

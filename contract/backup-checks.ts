// Checks of backup targets that the console needs too. No zod here.

const MAX_FOLDER_LENGTH = 200

/** A relative path without surprises: it becomes part of a path of the host. */
export function folderProblem(text: string): string | undefined {
  if (text === '') return 'a directory is required'
  if (text.length > MAX_FOLDER_LENGTH) return `a directory may have at most ${MAX_FOLDER_LENGTH} characters`
  const parts = text.split('/')
  if (text.startsWith('/')) return 'a directory is given relative to the root for backups'
  if (!parts.every((part) => /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part)))
    return 'a directory consists of letters, digits, dots, hyphens and underscores, with slashes between names'
  return undefined
}

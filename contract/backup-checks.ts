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

/** Where a server speaks S3. Buckets are part of the path, so it is the only host that is connected to. */
export function endpointProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'an endpoint begins with https:// or http://, as in https://s3.example.com'
  if (url.username || url.password || url.pathname !== '/' || url.search || url.hash)
    return 'an endpoint consists of a scheme, a host and perhaps a port'
  return undefined
}

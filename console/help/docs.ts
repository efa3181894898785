// Where programmers can read more. The preview is files without a server, so it has no API page.
import { isPreview } from '../host.ts'

export const apiDocs = isPreview ? undefined : '/docs/api'

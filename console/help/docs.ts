// Links to developer documentation. The preview has no server and therefore no API page.
import { isPreview } from '../host.ts'

export const apiDocs = isPreview ? undefined : '/docs/api'

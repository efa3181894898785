// The OpenAPI document as text. Printing it takes a second of a busy machine, so the server's build puts the printed text in the
// place of this file.
import { openapi } from './openapi.ts'

export const openapiText = (): string => JSON.stringify(openapi())

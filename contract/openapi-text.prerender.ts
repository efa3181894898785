// The OpenAPI document as text. Generating it blocks for about a second, so the server's build evaluates this module (see
// build/prerendered.ts) and the server starts with the finished text.
import { openapi } from './openapi.ts'

export const openapiText: string = JSON.stringify(openapi())

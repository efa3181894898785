// The OpenAPI document over HTTP. It changes only between releases, so clients revalidate with an entity tag.
import { hex } from '../frame/hex.ts'

interface Document {
  text: string
  tag: string
}

let made: Promise<Document> | undefined

async function make(): Promise<Document> {
  // loaded on first use: most processes never serve it
  const text = (await import('#contract/openapi-text.prerender.ts')).openapiText
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return { text, tag: hex(digest).slice(0, 32) }
}

export async function openapiAnswer(request: Request, requestId: string): Promise<Response> {
  made ??= make()
  const { text, tag } = await made
  const etag = `"${tag}"`
  const headers = { etag, 'cache-control': 'no-cache', 'x-request-id': requestId }
  // a proxy that compresses the response makes the tag weak
  const known = (request.headers.get('if-none-match') ?? '').replaceAll('W/', '').split(/,\s*/)
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
}

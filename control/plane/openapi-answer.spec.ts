import { expect, test } from 'vitest'
import { openapiText } from '#contract/openapi-text.prerender.ts'
import { openapiAnswer } from './openapi-answer.ts'

const ask = (headers: Record<string, string> = {}) =>
  openapiAnswer(new Request('http://localhost/openapi.json', { headers }), 'request')

test('serves the document, and 304 to clients that have it', async () => {
  const first = await ask()
  expect(first.headers.get('content-type')).toBe('application/json')
  expect(await first.text()).toBe(openapiText)
  const etag = first.headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await ask({ 'if-none-match': known })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
})

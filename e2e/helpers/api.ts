// Calls the API of the host under test, for setup that a test is not about.
import type { BrowserContext, Page } from '@playwright/test'

/** The window that keeps a preview's world alive; a server has none. */
export const keepers = new WeakMap<BrowserContext, Page>()

interface Answer {
  status: number
  text: string
}

/** Calls the API as the signed-in user. Throws when refused. */
export async function call(context: BrowserContext, method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, text } = await (keepers.has(context) ? inPreview : overHttp)(context, method, path, body)
  if (status >= 400) throw new Error(`${method} ${path} was answered ${status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

async function overHttp(context: BrowserContext, method: string, path: string, data?: unknown): Promise<Answer> {
  const reply = await context.request.fetch(path, { method, ...(data !== undefined && { data }) })
  return { status: reply.status(), text: await reply.text() }
}

function inPreview(context: BrowserContext, method: string, path: string, body?: unknown): Promise<Answer> {
  const request = { method, path, body: body === undefined ? null : JSON.stringify(body) }
  return keepers.get(context)!.evaluate(async (wanted) => {
    const { rackwright } = globalThis as unknown as { rackwright: { fetch: typeof fetch } }
    const headers = { 'content-type': 'application/json' }
    const init = { method: wanted.method, ...(wanted.body !== null && { headers, body: wanted.body }) }
    const response = await rackwright.fetch(wanted.path, init)
    return { status: response.status, text: await response.text() }
  }, request)
}

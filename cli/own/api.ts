// `rackwright api METHOD PATH`: sends any request with the host's token.
import { authorization, checked } from '../api.ts'
import { textIn } from '../args.ts'
import type { Run } from '../context.ts'
import { usage } from '../failure.ts'
import { textOf } from '../http.ts'
import { write } from '../io.ts'
import { print } from '../output.ts'
import { contentOf } from '../request.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export const api: Run = async (given, positionals, { io, format, connect }) => {
  const [verb = '', path = '', ...others] = positionals
  const method = verb.toUpperCase()
  if (!METHODS.includes(method) || others.length > 0) throw usage('rackwright api METHOD PATH, as in api GET /v1/me')
  // anything else could send the token to another host
  if (!/^\/(?!\/)/.test(path) || path.includes('\\')) throw usage('the path begins with one slash, as in /v1/me')
  const target = connect()
  const file = textIn(given, 'json-body')
  const body = file === undefined ? undefined : await contentOf(file, io)
  const reply = await checked(
    await target.send(target.url + path, {
      method,
      headers: { ...authorization(target), ...(body && { 'content-type': 'application/json' }) },
      body,
      signal: io.signal,
    }),
    target,
  )
  if (method === 'HEAD') return print(io, format, reply.headers)
  if (/\bjson(;|$)/.test(reply.headers['content-type'] ?? '')) {
    const text = await textOf(reply)
    return print(io, format, text === '' ? undefined : JSON.parse(text))
  }
  // on a terminal as text, whose control characters are replaced
  if (io.stdout.isTTY) return write(io.stdout, await textOf(reply))
  for await (const part of reply.body) await write(io.stdout, part as Uint8Array)
}

// Puts a bare page beside the console, and delays API responses. The bare page is the least that can show a list: HTML and one module
// that fetches the list and renders a table.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const API_DELAY_MS = 300
const isApi = (path: string) => /^\/(v1|rackwright)\//.test(path)

const html = '<!doctype html><title>Bare</title><main></main><script type="module" src="/bare.js"></script>'
const script = `
const data = await (await fetch(new URLSearchParams(location.search).get('list'))).json()
const table = document.createElement('table')
for (const item of Object.values(data).find(Array.isArray)) {
  const row = table.insertRow()
  for (const value of Object.values(item)) row.insertCell().textContent = String(value)
}
document.querySelector('main').append(table)
`
const bare: Record<string, { type: string; text: string }> = {
  '/bare': { type: 'text/html', text: html },
  '/bare.js': { type: 'text/javascript', text: script },
}

/** The bare page of a list. */
export const barePage = (list: string) => `/bare?list=${encodeURIComponent(list)}`

export async function slowProxy(target: string) {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const page = bare[path.split('?')[0] ?? '']
    if (page) return void outgoing.writeHead(200, { 'content-type': page.type }).end(page.text)
    const forward = () => {
      const headers = { ...incoming.headers, host: new URL(target).host }
      const onward = request(target + path, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    }
    if (isApi(path)) setTimeout(forward, API_DELAY_MS)
    else forward()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

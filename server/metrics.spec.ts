// Prometheus metrics: requests are counted with few labels.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeServerMetrics } from './metrics.ts'

test('requests are counted by kind, method and status, and unknown methods share a label', async () => {
  const metrics = makeServerMetrics()
  const server = createServer((incoming, outgoing) => {
    metrics.observe(incoming, outgoing, incoming.url !== '/')
    outgoing.statusCode = incoming.url === '/' ? 200 : 404
    outgoing.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await fetch(url)
  await fetch(`${url}/v1/nothing`)
  await fetch(`${url}/v1/nothing`, { method: 'PROPFIND' })
  server.closeAllConnections()
  await once(server.close(), 'close')

  const { contentType, text } = await metrics.print()
  expect(contentType).toContain('text/plain')
  const count = 'rackwright_http_request_duration_seconds_count'
  expect(text).toContain(`${count}{kind="console",method="GET",status="200"} 1`)
  expect(text).toContain(`${count}{kind="api",method="GET",status="404"} 1`)
  expect(text).toContain(`${count}{kind="api",method="other",status="404"} 1`)
  expect(text).toContain('rackwright_http_requests_open 0')
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
})

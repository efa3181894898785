// Prometheus metrics at /metrics: the process (CPU, memory, event loop, garbage collection) and its requests.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface ServerMetrics {
  observe(incoming: IncomingMessage, outgoing: ServerResponse, isApi: boolean): void
  print(): Promise<{ contentType: string; text: string }>
}

/** Other methods share one label, so that clients cannot create an unbounded number of labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function makeServerMetrics(): ServerMetrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const open = new Gauge({
    name: 'rackwright_http_requests_open',
    help: 'Requests that are being answered now, live event streams included',
    registers: [register],
  })
  const duration = new Histogram({
    name: 'rackwright_http_request_duration_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['kind', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })

  return {
    observe(incoming, outgoing, isApi) {
      const { method = 'GET' } = incoming
      const stop = duration.startTimer({
        kind: isApi ? 'api' : 'console',
        method: METHODS.has(method) ? method : 'other',
      })
      open.inc()
      outgoing.once('close', () => {
        open.dec()
        stop({ status: outgoing.writableFinished || outgoing.headersSent ? outgoing.statusCode : 499 })
      })
    },
    print: async () => ({ contentType: register.contentType, text: await register.metrics() }),
  }
}

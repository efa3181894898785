// Metrics of the server itself, in the Prometheus text format.
import type { Operations } from './define.ts'

export const serverMetrics = {
  server_metrics_view: { status: 200, raw: true },
} satisfies Operations<'server_metrics'>

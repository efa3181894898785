// The metrics explorer, which loads on demand: most people look at the ready charts.
import { lazyPart } from '../../ui/display/lazy.tsx'

export const MetricsExplorer = lazyPart(
  async () => (await import('./metrics-explorer.lazy.tsx')).MetricsExplorer,
  <div className="h-96" />,
)

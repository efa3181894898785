import { runnerImport, type Plugin } from 'vite'
import { root } from './root.ts'

/** Evaluates *.prerender.ts modules at build time and keeps their exports, which must be JSON. */
export function prerendered(): Plugin {
  return {
    name: 'rackwright:prerendered',
    load: {
      filter: { id: /\.prerender\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false, root })
        return Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      },
    },
  }
}

import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './root.ts'

/**
 * The API reference: our page and the prebuilt file of openapi-explorer, kept out of the console's bundle. Nothing else of that
 * package runs, so package.json overrides a dependency of it that has an install script.
 */
export function apiDocs(): Plugin {
  const folders = ['server/api-docs', 'node_modules/openapi-explorer/dist/browser'].map((folder) => join(root, folder))
  const files = Object.fromEntries(
    folders.flatMap((folder) => readdirSync(folder).map((file) => [`api-docs/${file}`, join(folder, file)])),
  )
  return {
    name: 'rackwright:api-docs',
    generateBundle() {
      for (const [fileName, from] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(from) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        const name = (incoming.url === '/docs/api' ? '/api-docs/index.html' : (incoming.url ?? '')).slice(1)
        const file = files[name]
        if (!file) return next()
        const type = { html: 'text/html', css: 'text/css', js: 'text/javascript' }[file.split('.').at(-1) ?? '']
        outgoing.setHeader('content-type', type ?? 'text/plain')
        createReadStream(file).pipe(outgoing)
      })
    },
  }
}

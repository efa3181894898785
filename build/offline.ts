import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './root.ts'

/** After one visit the preview works offline: its service worker knows every file of the build. */
export function offline(): Plugin {
  return {
    name: 'rackwright:offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const copied = readdirSync(join(root, 'console/public'))
        const files = [...copied, ...Object.keys(bundle)].filter((file) => !file.endsWith('.html'))
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
        const source = readFileSync(join(root, 'preview/service-worker.js'), 'utf8')
          .replace("'__FILES__'", JSON.stringify([...new Set(files)]))
          .replace('__VERSION__', version)
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
